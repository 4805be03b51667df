import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { identityOf, identityOfList } from './identity';

const parts = fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 4 });

describe('identityOf', () => {
  it('is a UUID that strict readers take', () => {
    fc.assert(
      fc.property(parts, (list) => {
        expect(z.uuid().safeParse(identityOf(...list)).success).toBe(true);
      }),
    );
  });

  it('is the same for the same parts and another for others, also when their letters run on', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const wellFormed = (list: string[]) =>
          JSON.stringify(list.map((part) => part.toWellFormed()));
        expect(identityOf(...one) === identityOf(...other)).toBe(
          wellFormed(one) === wellFormed(other),
        );
      }),
    );
    expect(identityOf('ab', 'c')).not.toBe(identityOf('a', 'bc'));
    expect(identityOf('1:a')).not.toBe(identityOf('a'));
    expect(identityOf()).not.toBe(identityOf(''));
  });

  it('takes a list of as many parts as an upload may have packages', () => {
    const list = Array.from({ length: 500_000 }, (_, index) => String(index));
    expect(identityOfList(list)).not.toBe(identityOfList(list.slice(1)));
    expect(identityOfList(['a', 'b'])).toBe(identityOf('a', 'b'));
  });

  it('never changes: identities are stored', () => {
    expect(identityOf('Node.js', '16')).toBe('f19a026b-a781-8cc9-be97-144213c15234');
  });
});
