import type { LabelFilter } from '@/domain/image/list';
import type { LabelCondition } from './count-sql';

/** A label's value may equal the whole text, or one trimmed part between commas. */
export function toLabelCondition({ key, operator, value }: LabelFilter): LabelCondition {
  const values = [value, ...value.split(',').map((part) => part.trim())];
  return { name: key, values, isIn: operator === 'IN' };
}
