import type { Env } from '@/env';
import { emailSchema } from '@/domain/user/account';
import { recordInstallationAudit } from '@/server/audit/service';
import type { Clock } from '@/server/platform/clock';
import type { Database } from '@/server/platform/db/db';
import { COMMAND_LINE } from '@/server/operator/service';
import { findUserByEmail } from '@/server/user/service/people';
import { makeResetLink } from '@/server/user/service/reset-password';

export interface AccountDeps {
  readonly env: Env;
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Does something with the account of an address.
 * @param say prints a line
 * @returns the status that the process ends with
 */
export type AccountCommand = (
  deps: AccountDeps,
  address: string,
  say: (line: string) => void,
) => Promise<number>;

/**
 * Prints a link under which a person chooses a new password, also one who has had none so far.
 * @param say prints a line
 * @returns the status that the process ends with: 1 when there is no such person, or no passwords
 */
export async function printResetLink(
  { env, db, clock }: AccountDeps,
  address: string,
  say: (line: string) => void,
): Promise<number> {
  if (!env.passwordLogin) {
    say('PASSWORD_LOGIN is off: nobody signs in with a password here.');
    return 1;
  }
  const email = emailSchema.safeParse(address).data;
  const user = email === undefined ? null : await findUserByEmail(db, email);
  if (!user) {
    say(`Nobody signs in with ${address}.`);
    return 1;
  }
  const link = await db.transaction(async (tx) => {
    const at = clock.now();
    await recordInstallationAudit(tx, COMMAND_LINE, {
      at,
      action: 'account.reset_link',
      subjectKind: 'user',
      subjectId: user.id,
      detail: {},
    });
    return makeResetLink(tx, user, { at, publicUrl: env.publicUrl, mailed: false });
  });
  say(`For ${user.email}, for one hour and once:`);
  say(link);
  return 0;
}
