/**
 * The header in which a page's calls say for which organization the page was rendered. A session acts in one
 * organization, in all tabs of its browser: a tab that was opened before another one switched must not write
 * into an organization that it does not show.
 */
export const SHOWN_ORGANIZATION_HEADER = 'x-eventide-organization';

/** The message that such a call is refused with, and recognized by. */
export const OTHER_ORGANIZATION_MESSAGE =
  'This page shows another organization than the one you are in now';

/** The kinds of records that have a page of their own, whose address holds what names them. */
export const RECORD_KINDS = [
  'image',
  'project',
  'software',
  'finding',
  'cluster',
  'team',
  'plan',
  'policy',
  'waiver',
  'contract',
  'pack',
  'product',
] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];
