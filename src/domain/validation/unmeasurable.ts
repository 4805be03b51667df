import { invalid, type DomainError } from '@/domain/errors';

const NO_PRIMITIVE = 'Cannot convert object to primitive value';

/**
 * Refuses a value whose `length` or `size` is an object that turns into nothing, such as `{"length": {"toString": 1}}`: zod
 * measures whatever has either, a text or not, and throws where it cannot (zod 4.6.7, checks.js). Returns null for any other
 * error.
 */
export function refusalOfUnmeasurable(error: unknown): DomainError | null {
  if (!(error instanceof TypeError) || error.message !== NO_PRIMITIVE) return null;
  const msg = 'Value error, something in it has a length that is no number';
  return invalid([{ loc: ['body'], msg, type: 'value_error' }]);
}
