import { describePasswordFault } from '@/domain/user/password-faults';
import { networkOf } from '@/domain/user/network';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { Allowance } from './allowance';
import { passwordFault, type PasswordOwner } from './password-faults';

/** Each costs some milliseconds of computing, and whoever types pauses between them. */
const allowanceOf = oncePer(
  ({ clock }: Deps) => new Allowance(clock, { max: 120, windowMs: 60_000 }),
);

/**
 * Says what would help a password that is being chosen. Nothing of it is kept or logged.
 * @throws DomainError 429
 */
export async function checkPassword(
  deps: Deps,
  { password, ...owner }: PasswordOwner & { readonly password: string },
  remoteAddress: string,
): Promise<{ readonly help: string | null }> {
  allowanceOf(deps).take(networkOf(remoteAddress));
  const fault = await passwordFault(password, owner);
  return { help: fault && describePasswordFault(fault) };
}
