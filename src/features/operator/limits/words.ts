/** Names of limits on the dashboard. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'sign-in-failed:account-at-network': 'Failed sign-ins to one account from one network',
    'sign-in-failed:network': 'Failed sign-ins from one network',
    'sign-in-failed:site': 'Failed sign-ins from one IPv6 site',
    'sign-in-failed:account-for-strangers':
      'Failed sign-ins to one account from unfamiliar networks',
    'password-failed:session': 'Wrong passwords within one session',
    'provider-failed:network': 'Failed returns from single sign-on from one network',
    'set-up-failed:network': 'Wrong set-up links from one network',
    'credentials:network': 'Invalid keys and sessions from one network',
    'credentials:site': 'Invalid keys and sessions from one IPv6 site',
    'sign-in:account-at-network': 'Sign-ins to one account from one network',
    'password-check:network': 'Checks of a new password from one network',
    'invitation:organization': 'Invitations mailed by one organization',
    'invitation:person': 'Invitations mailed by one person',
    'invitation:installation': 'Invitations mailed in all',
    'invitation:email': 'Invitations mailed to one address',
    'waiver-mail:organization': 'Mails about waivers asked for in one organization',
    'test-mail:person': 'Test mails asked for by one person',
    'reset:email': 'Reset mails to one address',
    'reset:network': 'Reset mails asked for from one network',
    'reset:site': 'Reset mails asked for from one IPv6 site',
    'change-email:person': 'Changes of the address by one person',
    'change-email:email': 'Changes to one address',
    'change-email:network': 'Changes of the address from one network',
    'account-mail:email': 'Mails about accounts to one address',
    'account-mail:installation': 'Mails about accounts in all',
    'organization:person': 'Organizations created by one person',
  }),
);

/** Names a limit; an unknown one stays readable. */
export function limitWords(name: string): string {
  return WORDS.get(name) ?? name.replaceAll(/[-:]/g, ' ');
}

const UNITS = [
  { seconds: 86_400, word: 'day' },
  { seconds: 3_600, word: 'hour' },
  { seconds: 60, word: 'minute' },
] as const;

/** Formats a length of time in its largest whole unit: `a minute`, `6 hours`. */
export function spanWords(seconds: number): string {
  const unit = UNITS.find((one) => seconds % one.seconds === 0) ?? { seconds: 1, word: 'second' };
  const count = seconds / unit.seconds;
  if (count === 1) return unit.word === 'hour' ? 'an hour' : `a ${unit.word}`;
  return `${String(count)} ${unit.word}s`;
}
