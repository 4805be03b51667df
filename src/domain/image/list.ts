/** What the list of images may be sorted by, in the words of the address and of the table's columns. */
export const IMAGE_SORTS = ['name', 'project', 'ended', 'latestScan'] as const;
export type ImageSort = (typeof IMAGE_SORTS)[number];

/** `NOT_IN` also keeps images without the label. */
export const LABEL_OPERATORS = ['IN', 'NOT_IN'] as const;

/** A condition on a label, as readers and clients write it. */
export interface LabelFilter {
  readonly key: string;
  readonly operator: (typeof LABEL_OPERATORS)[number];
  /** One value, or several between commas. */
  readonly value: string;
}

/** What policies do to an image today, where a list may ask for it. */
export const LISTED_POLICY_ACTIONS = ['DENY', 'WARN'] as const;
export type ListedPolicyAction = (typeof LISTED_POLICY_ACTIONS)[number];
