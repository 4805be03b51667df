/** The days that tell on which a contract is ended by a press. Each is a UTC day. */
export interface EndDays {
  /** The contract's own end: none that is ended goes on for longer. */
  readonly endsOn: string;
  /** As of when the page with the question was written, which may have stood there overnight. */
  readonly written: string;
  /** As the browser's clock has it, which may be wrong. */
  readonly pressed: string;
}

/**
 * Finds the day on which a contract ends that is ended now. A day too early would be days that were supported; a later one than
 * its own would have it cover what it does not.
 */
export function endDay({ endsOn, written, pressed }: EndDays): string {
  const today = written > pressed ? written : pressed;
  return today < endsOn ? today : endsOn;
}
