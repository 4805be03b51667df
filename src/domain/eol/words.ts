/**
 * The words for what is known of an end, the one place they come from: pages, marks, filters, counts, files, feeds,
 * mails, reports of builds and the documentation say the same of the same.
 */

/** The five states of the status scale, as labels; nearest end first. */
export const STATE_WORDS = {
  ended: 'Ended',
  soon: 'Within 6 months',
  next: '6 to 12 months',
  later: 'Over 12 months',
  unknown: 'No known end',
} as const;

/** The same within a sentence or after a number: "2 ended, 1 within 6 months". */
export const STATE_CLAUSES: Readonly<Record<keyof typeof STATE_WORDS, string>> = {
  ended: 'ended',
  soon: 'within 6 months',
  next: 'in 6 to 12 months',
  later: 'in over 12 months',
  unknown: 'no known end',
};

/** What has ended on a day that nobody tells. */
export const ENDED_UNDATED = 'Ended, date unknown';
/** What nobody says of that it has ended: it came before something that has. */
export const ENDED_ESTIMATED = 'Ended, estimated';
/** No state at all: the catalog has nothing by that name or version, so that nothing is known of its support. */
export const NOT_MATCHED = 'Not matched';

/** Describes the states for readers of the API. */
export const STATES_DESCRIBED =
  '`ended`; `soon`: within 6 months; `next`: 6 to 12 months; `later`: over 12 months; `unknown`: no known end';
