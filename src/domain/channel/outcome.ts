/**
 * Why an attempt failed.
 * `address`: no host that may be asked; `connection`: none came about, or it broke; `timeout`; `redirect`: never followed;
 * `status`: another answer than success; `refused`: the receiver will not take it, now or ever; `not_configured`: this
 * installation cannot send so; `secret`: the stored one cannot be read any more; `interrupted`: the process ended
 * meanwhile, and nobody knows whether it arrived; `unexpected`: a fault of this server's.
 */
export const FAILURE_KINDS = [
  'address',
  'connection',
  'timeout',
  'redirect',
  'status',
  'refused',
  'not_configured',
  'secret',
  'interrupted',
  'unexpected',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The receiver has it. */
export interface Success {
  readonly isDelivered: true;
  readonly status: number | null;
  /** The beginning of the answer. */
  readonly answer: string;
  /** Whether that is a part of it alone: the turn of the channel is over, and the rest follows in the next. */
  readonly isPart?: boolean;
}

/** The receiver has it not, as far as is known. */
export interface Failure {
  readonly isDelivered: false;
  readonly failure: FailureKind;
  readonly status: number | null;
  /** The beginning of the answer, or what went wrong; without secrets. */
  readonly answer: string;
  /**
   * `retry` by the schedule; `give-up`: this message will never be taken; `disable`: the receiver wants nothing any more.
   */
  readonly then: 'retry' | 'give-up' | 'disable';
  /** Whether other messages would fare no better now. */
  readonly isReceiversFault: boolean;
  /** How long the receiver asks to be left alone, in milliseconds; null where it does not. */
  readonly retryAfterMs: number | null;
}

export type Outcome = Success | Failure;

/** Makes a failure that is tried again. */
export function failed(
  failure: FailureKind,
  answer: string,
  more: Partial<Omit<Failure, 'isDelivered' | 'failure' | 'answer'>> = {},
): Failure {
  return {
    ...{ isDelivered: false, failure, status: null, answer, then: 'retry' },
    ...{ isReceiversFault: false, retryAfterMs: null },
    ...more,
  };
}
