/** A statement that asks every machine, and is to. */
interface Exception {
  /** Words of it, without quotes, that no other statement has. */
  readonly says: string;
  readonly why: string;
}

export const EXCEPTIONS: readonly Exception[] = [];
