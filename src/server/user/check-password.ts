import { describePasswordFault } from '@/domain/user/password-faults';
import type { Deps } from '@/server/deps';
import { networkKey } from '@/server/limits/keys';
import { limitsOf } from '@/server/limits/limits';
import { passwordFault, type PasswordOwner } from './password-faults';

/**
 * Says what would help a password that is being chosen. Nothing of it is kept or logged.
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
