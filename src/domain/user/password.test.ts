import { describe, expect, it } from 'vitest';
import { newPasswordSchema } from './account';
import { describePasswordFault, lengthFault } from './password';

describe('the length of a password', () => {
  it('is told by what is missing', () => {
    const fault = lengthFault('12345678');
    expect(fault).toEqual({ why: 'too_short', missing: 4 });
    expect(fault && describePasswordFault(fault)).toBe('Too short: 4 more characters.');
    const last = lengthFault('12345678901');
    expect(last && describePasswordFault(last)).toBe('Too short: 1 more character.');
    expect(lengthFault('x'.repeat(1002))).toEqual({ why: 'too_long', excess: 2 });
  });

  it('is the one that is accepted', () => {
    for (const length of [0, 11, 12, 1000, 1001]) {
      const password = 'x'.repeat(length);
      expect(lengthFault(password) === null).toBe(newPasswordSchema.safeParse(password).success);
    }
  });
});
