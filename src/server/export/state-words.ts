import type { EolState } from '@/domain/eol/proximity';

/** The states of the status scale as files name them. */
export const STATE_WORDS = {
  ended: 'Ended',
  soon: 'Within 6 months',
  next: '6 to 12 months',
  later: 'Over 12 months',
  unknown: 'No known end',
} as const satisfies Record<EolState, string>;
