import type { Deps } from '@/server/deps';
import type { Caller } from './principal';

/** What a request's credentials came to. `refused`: there were some and they do not hold. */
export type AuthOutcome =
  | { readonly result: 'accepted'; readonly caller: Caller; readonly by: 'key' | 'cookie' }
  | { readonly result: 'refused' }
  | { readonly result: 'absent' };

/** Reads the caller out of a request's headers: an API key, else the session cookie. */
export function authenticate(_headers: Headers, _deps: Deps): Promise<AuthOutcome> {
  return Promise.resolve({ result: 'absent' });
}
