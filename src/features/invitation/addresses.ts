import { emailSchema } from '@/domain/user/account';

export interface Addresses {
  /** Each once, as people sign in with it. */
  readonly good: readonly string[];
  /** What was entered and is no address. */
  readonly bad: readonly string[];
}

/** Reads addresses out of a text: on lines of their own, or with blanks, commas or semicolons between. */
export function readAddresses(text: string): Addresses {
  const good = new Set<string>();
  const bad = new Set<string>();
  for (const entered of text.split(/[\s,;]+/).filter(Boolean)) {
    // As mail programs copy it: `Ada Lovelace <ada@example.com>`.
    const address = emailSchema.safeParse(entered.replace(/^<(.*)>$/, '$1'));
    if (address.success) good.add(address.data);
    else bad.add(entered);
  }
  return { good: [...good], bad: [...bad] };
}
