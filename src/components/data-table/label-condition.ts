export interface LabelCondition {
  readonly key: string;
  readonly operator: 'IN' | 'NOT_IN';
  /** One value, or several between commas. */
  readonly value: string;
}

export const LABEL_OPERATORS = [
  { value: 'IN', label: 'is any of' },
  { value: 'NOT_IN', label: 'is none of' },
] as const;
