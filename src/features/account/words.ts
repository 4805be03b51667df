import type { Device } from '@/domain/user/device';

/** Words for the actions in a person's own trail. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'account.sign_in': 'Signed in',
    'account.sign_in_failed': 'Signing in failed',
    'account.sign_in_limited': 'Signing in refused after too many attempts',
    'account.create': 'Account set up',
    'account.link': 'Linked to the sign-in provider',
    'account.password_change': 'Password changed',
    'account.password_reset': 'New password chosen with a link',
    'account.reset_link': 'Link for a new password printed on the server',
    'account.email_change_request': 'Another address asked for',
    'account.email_change': 'Address changed',
    'account.email_change_cancel': 'Change of the address taken back',
    'account.email_proof_request': 'Link to confirm the address asked for',
    'account.email_proven': 'Address confirmed',
    'account.rename': 'Name changed',
    'account.session_end': 'One browser signed out',
    'account.other_sessions_end': 'All other browsers signed out',
    'account.sessions_end': 'All browsers signed out on the server',
    'operator.add': 'Made an operator of the installation',
    'operator.remove': 'No longer an operator of the installation',
  }),
);

interface TrailWordsOf {
  readonly action: string;
  /** Number of failures that the entry stands for. */
  readonly count: number | null;
}

/** Describes an entry; returns an action that is not known as it is. */
export function wordsForTrail({ action, count }: TrailWordsOf): string {
  const words = WORDS.get(action) ?? action;
  return count === null || count < 2 ? words : `${words} ${String(count)} times within an hour`;
}

/** Names a device as people do: "Firefox on Windows". */
export function deviceWords({ browser, system }: Device): string {
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? (system === null ? 'Unknown browser' : `Unknown browser on ${system}`);
}
