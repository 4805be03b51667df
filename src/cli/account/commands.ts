import { emailSchema } from '@/domain/user/account';
import type { Env } from '@/env';
import { recordInstallationAudit } from '@/server/audit/service';
import type { Clock } from '@/server/platform/clock';
import type { Database } from '@/server/platform/db/db';
import { addOperator, COMMAND_LINE, removeOperator } from '@/server/operator/service';
import { revokeSessionsOf } from '@/server/session/service/sessions';
import { findUserByEmail, type UserRow } from '@/server/user/service/people';
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

/** Signs the person with an address out of every browser. Keys are no sessions: an organization's admins revoke those. */
export const endSessions: AccountCommand = async (deps, address, say) => {
  const user = await personAt(deps, address, say);
  if (!user) return 1;
  const ended = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const count = await revokeSessionsOf(tx, user.id, null, at);
    await recordInstallationAudit(tx, COMMAND_LINE, {
      ...{ at, action: 'account.sessions_end', subjectKind: 'user', subjectId: user.id },
      detail: { ended_sessions: count },
    });
    return count;
  });
  say(`${user.email} was signed out of ${String(ended)} browser${ended === 1 ? '' : 's'}.`);
  return 0;
};

/** Makes the person with an address an operator. Whoever has the machine says who they are: nothing is proven. */
export const makeOperator: AccountCommand = async (deps, address, say) => {
  const user = await personAt(deps, address, say);
  if (!user) return 1;
  const isNew = await deps.db.transaction((tx) =>
    addOperator(tx, COMMAND_LINE, user, deps.clock.now()),
  );
  say(`${user.email} ${isNew ? 'is an operator now' : 'was an operator already'}.`);
  if (user.emailProvenAt === null) {
    say(
      'Nobody has proven that this address is theirs: be sure that the account is the right one.',
    );
  }
  return 0;
};

/** The other way. */
export const unmakeOperator: AccountCommand = async (deps, address, say) => {
  const user = await personAt(deps, address, say);
  if (!user) return 1;
  const wasOne = await deps.db.transaction((tx) =>
    removeOperator(tx, COMMAND_LINE, user, deps.clock.now()),
  );
  say(`${user.email} ${wasOne ? 'is no operator any more' : 'was no operator in the database'}.`);
  if (deps.env.operators.includes(user.email)) {
    say(
      'OPERATORS still names that address: take it out there as well, and start the service again.',
    );
  }
  return 0;
};

async function personAt(
  { db }: Parameters<AccountCommand>[0],
  address: string,
  say: (line: string) => void,
): Promise<UserRow | null> {
  const email = emailSchema.safeParse(address).data;
  const user = email === undefined ? null : await findUserByEmail(db, email);
  if (!user) say(`Nobody signs in with ${address}.`);
  return user;
}
