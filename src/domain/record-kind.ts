/** The kinds of records that have a page of their own, whose address holds what names them. */
export const RECORD_KINDS = ['image', 'project', 'software', 'policy', 'product'] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];
