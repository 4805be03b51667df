import type { LabelCondition } from './count-sql';

/** A condition on a label, as readers and clients write it. */
export interface LabelFilter {
  readonly key: string;
  readonly operator: 'IN' | 'NOT_IN';
  /** One value, or several between commas. */
  readonly value: string;
}

/** A label's value may equal the whole text, or one trimmed part between commas. */
export function toLabelCondition({ key, operator, value }: LabelFilter): LabelCondition {
  const values = [value, ...value.split(',').map((part) => part.trim())];
  return { name: key, values, isIn: operator === 'IN' };
}
