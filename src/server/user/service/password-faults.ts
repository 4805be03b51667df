import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalid, notFound } from '@/domain/errors';
import { describePasswordFault, lengthFault, type PasswordFault } from '@/domain/user/password';
import type { Deps } from '@/server/platform/deps';
import { networkKey } from '@/server/platform/limits/keys';
import { limitsOf } from '@/server/platform/limits/limits';

/** The person whose password it is to be; what is not known is "". */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** Where the estimate stops: it takes longer with every character, and has long been decided by then. */
const MAX_ESTIMATED_LENGTH = 64;
/** zxcvbn's 3 of 4: more than 10^8 guesses, which sign-ins that are slowed down do not allow. */
const MIN_SCORE = 3;
const SERVICE_NAME = 'eventide';
/** Shorter ones are part of many words. */
const SHORTEST_NAME = 3;

let estimator: Promise<ZxcvbnFactory> | null = null;

/**
 * Loads the estimator with the first password that is chosen: most processes never see one. Where that fails, the next one
 * tries again.
 */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
    .then(
      ([core, { dictionary, adjacencyGraphs: graphs }]) =>
        new core.ZxcvbnFactory({ dictionary, graphs, maxLength: MAX_ESTIMATED_LENGTH }),
    )
    .catch((error: unknown) => {
      estimator = null;
      throw error;
    });
  return estimator;
}

/** Finds the fault of a password; null when it is accepted. Takes some milliseconds of computing. */
export async function passwordFault(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordFault | null> {
  const byLength = lengthFault(password);
  if (byLength) return byLength;
  const text = password.normalize('NFKC');
  if (withoutOwner(text, owner).length < text.length / 2) return { why: 'personal' };
  const { score, sequence } = (await loadEstimator()).check(text);
  return score < MIN_SCORE ? faultIn(sequence) : null;
}

/** Takes its owner's address and name, and this service's name, out of a password. */
function withoutOwner(text: string, { email, name }: PasswordOwner): string {
  const parts = [email, ...email.split(/[@.+_-]/), ...name.split(/\s+/), SERVICE_NAME]
    .map((part) => part.normalize('NFKC').toLowerCase())
    .filter((part) => part.length >= SHORTEST_NAME);
  return parts.reduce((left, part) => left.replaceAll(part, ''), text.toLowerCase());
}

/**
 * Refuses a password that anybody would try.
 * @param field name of the password in the input
 * @throws DomainError 422 with what would help
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  const fault = await passwordFault(password, owner);
  if (!fault) return;
  throw invalid([
    { loc: ['body', field], msg: describePasswordFault(fault), type: `password_${fault.why}` },
  ]);
}

/** Finds the part that makes a password easy: its longest, of those that are not just characters. */
function faultIn(sequence: readonly MatchExtended[]): PasswordFault {
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator')
    .sort((one, other) => other.token.length - one.token.length);
  if (!longest) return { why: 'guessable' };
  if (longest.pattern !== 'dictionary') {
    const isRow = ['repeat', 'sequence', 'spatial'].includes(longest.pattern);
    return { why: isRow ? 'repetitive' : 'guessable' };
  }
  // zxcvbn leaves open what a match carries beyond its place; those of dictionaries carry this.
  const { dictionaryName } = longest as { readonly dictionaryName?: unknown };
  return { why: dictionaryName === 'passwords-common' ? 'common' : 'guessable' };
}

/**
 * Says what would help a password that is being chosen. The password is neither kept nor logged.
 * @throws DomainError 429
 */
export async function checkPassword(
  deps: Deps,
  { password, ...owner }: PasswordOwner & { readonly password: string },
  remoteAddress: string,
): Promise<{ readonly help: string | null }> {
  const { allowances } = limitsOf(deps);
  await allowances['password-check:network'].take(networkKey(deps, remoteAddress));
  const fault = await passwordFault(password, owner);
  return { help: fault && describePasswordFault(fault) };
}

/** Refuses all that has to do with passwords. @throws DomainError 404 where people do not sign in with one */
export function requirePasswordLogin({ env }: Pick<Deps, 'env'>): void {
  if (!env.passwordLogin) throw notFound('Page');
}
