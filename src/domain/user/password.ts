/**
 * Why a password is not accepted. There is no rule on what it is composed of: length, and that nobody
 * guesses it soon, are what counts (NIST SP 800-63B, 5.1.1.2).
 */
export type PasswordFault =
  | { readonly why: 'too_short'; readonly missing: number }
  | { readonly why: 'too_long'; readonly excess: number }
  | { readonly why: 'common' }
  | { readonly why: 'personal' }
  | { readonly why: 'repetitive' }
  | { readonly why: 'guessable' };

/** Checks a password's length alone. Counts as `newPasswordSchema` does. */
export function lengthFault(password: string): PasswordFault | null {
  const missing = PASSWORD_LENGTH.min - password.length;
  if (missing > 0) return { why: 'too_short', missing };
  const excess = password.length - PASSWORD_LENGTH.max;
  return excess > 0 ? { why: 'too_long', excess } : null;
}

/** Says what is wrong and what helps, to whoever chooses the password. */
export function describePasswordFault(fault: PasswordFault): string {
  switch (fault.why) {
    case 'too_short':
      return `Too short: ${characters(fault.missing, 'more')}.`;
    case 'too_long':
      return `Too long: ${characters(fault.excess, 'fewer')}.`;
    case 'common':
      return 'This is one of the most used passwords, or nearly. Take several words that do not belong together.';
    case 'personal':
      return 'Contains your e-mail address or your name, and little else. Take words that have nothing to do with you.';
    case 'repetitive':
      return 'It repeats itself or follows a row of keys. Take several words that do not belong together.';
    case 'guessable':
      return 'Easy to guess. Add another word or two.';
  }
}

function characters(count: number, than: 'more' | 'fewer'): string {
  return `${String(count)} ${than} ${count === 1 ? 'character' : 'characters'}`;
}

/** Shortest and longest password that is accepted; the longest keeps hashing bounded. */
export const PASSWORD_LENGTH = { min: 12, max: 1000 } as const;
