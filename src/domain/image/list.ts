/** Sorts of the list of images, in the words of the address and of the table's columns. */
export const IMAGE_SORTS = ['name', 'project', 'ended', 'latestScan', 'lastSeen'] as const;
export type ImageSort = (typeof IMAGE_SORTS)[number];

/** How long ago an image was last seen that the list asks for, in days. */
export const NOT_SEEN_DAYS = ['30', '90', '180', '365'] as const;
/** The longest that anybody can ask for. */
export const MAX_NOT_SEEN_DAYS = 3_650;

/** `NOT_IN` also keeps images without the label. */
export const LABEL_OPERATORS = ['IN', 'NOT_IN'] as const;

/** A condition on a label, as readers and clients write it. */
export interface LabelFilter {
  readonly key: string;
  readonly operator: (typeof LABEL_OPERATORS)[number];
  /** One value, or several between commas. */
  readonly value: string;
}

/** The operators in the words of addresses. */
export const LABEL_WORDS = ['in', 'not-in'] as const;

/** A condition on a label as addresses have it. */
export interface WrittenLabel {
  /** The name of the label; null: there is no condition. */
  readonly label: string | null;
  readonly labelIs: (typeof LABEL_WORDS)[number];
  readonly labelValue: string;
}

/** Reads the condition on a label that an address has; null: none. */
export function labelFilterOf({ label, labelIs, labelValue }: WrittenLabel): LabelFilter | null {
  if (label === null) return null;
  return { key: label, operator: labelIs === 'in' ? 'IN' : 'NOT_IN', value: labelValue };
}

/** The same as it is asked: the label must have (or must not have) one of the values. */
export interface LabelCondition {
  readonly name: string;
  readonly values: readonly string[];
  readonly isIn: boolean;
}

/** A label's value may equal the whole text, or one trimmed part between commas. */
export function toLabelCondition({ key, operator, value }: LabelFilter): LabelCondition {
  const values = [value, ...value.split(',').map((part) => part.trim())];
  return { name: key, values, isIn: operator === 'IN' };
}

/** Effects of policies on an image today that a list can filter by. */
export const LISTED_POLICY_ACTIONS = ['DENY', 'WARN'] as const;
export type ListedPolicyAction = (typeof LISTED_POLICY_ACTIONS)[number];
