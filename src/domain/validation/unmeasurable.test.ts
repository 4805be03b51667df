import { expect, it } from 'vitest';
import { z } from 'zod';
import { isDomainError } from '@/domain/errors';
import { refusalOfUnmeasurable } from './unmeasurable';

const UNMEASURABLE: readonly unknown[] = [
  JSON.parse('{"length": {"toString": 1}}'),
  JSON.parse('{"length": {"length": 1, "valueOf": 1, "toString": "x"}}'),
];

it.each([
  ['a text', z.string().min(1)],
  ['a short text', z.string().max(9)],
  ['a list', z.array(z.string()).min(1)],
  ['one of several', z.union([z.number(), z.string().min(1)])],
])('%s that cannot be measured is refused', (_, schema) => {
  for (const value of UNMEASURABLE) {
    let thrown: unknown = null;
    try {
      const { success } = z.object({ within: schema }).safeParse({ within: value });
      expect(success).toBe(false);
    } catch (error) {
      thrown = error;
    }
    // Once zod measures texts and lists alone, there is nothing to refuse here any more.
    const refusal = refusalOfUnmeasurable(thrown);
    expect(isDomainError(refusal)).toBe(true);
    expect(refusal).toMatchObject({ code: 'invalid', faults: [{ loc: ['body'] }] });
  }
});

it('leaves other errors to whoever knows them', () => {
  for (const error of [new TypeError('x is not a function'), new Error('any'), null, 'text'])
    expect(refusalOfUnmeasurable(error)).toBeNull();
});
