import { describe, expect, it } from 'vitest';
import { address, say, verbatim } from './words';

describe('the words of a letter', () => {
  it('leave what is the service’s own and make harmless what is not', () => {
    const words = say`${'Eve http://evil.example'} invites ${address('ada@example.com')} until ${verbatim('12:00')}.`;
    expect(words).toBe('Eve [link removed] invites ada@example.com until 12:00.');
  });

  it('take only an address for an address', () => {
    expect(say`${address('visit http://evil.example@x')}`).not.toContain('http://');
    expect(say`${address('evil.example/login@x')}`).not.toContain('evil.example');
  });
});
