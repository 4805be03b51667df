import { conflict, forbidden } from '@/domain/errors';
import { recordAudit } from '@/server/audit/service';
import type { CallOrigin } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { networkKey } from '@/server/platform/limits/keys';
import { limitsOf } from '@/server/platform/limits/limits';
import { addOperator } from '@/server/operator/service';
import { type Founder, foundOrganization, insertMembership } from '@/server/organization/service';
import { hashPassword } from '@/server/user/service/password';
import { requireGoodPassword } from '@/server/user/service/password-faults';
import { createUser, hasUsers, type UserRow } from '@/server/user/service/people';
import { lockInstallation } from '../repository';
import { ensureOrganization, idpIdToGive } from './bootstrap';
import { isSetupToken, voidSetupToken } from './settings';

export interface FirstAccount {
  readonly token: string;
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  readonly password: string;
  /** Counts only where the environment names no organization. */
  readonly organizationName: string;
}

/** Tells whether nobody has an account yet. */
export async function isSetupPending(deps: Deps): Promise<boolean> {
  return !(await hasUsers(deps.db));
}

/**
 * Creates the first account, as the admin of the first organization: all of it or nothing, and once.
 * @throws DomainError 403 for a token that does not hold, 409 once anybody has an account, 422 for a password
 *   that is easy to guess, 429
 */
export async function completeSetup(
  deps: Deps,
  account: FirstAccount,
  origin: CallOrigin,
): Promise<void> {
  const failed = limitsOf(deps).slowdowns['set-up-failed:network'];
  const network = networkKey(deps, origin.remoteAddress);
  await failed.begin(network);
  await requireSetupToken(deps.db, account.token, deps.clock.now());
  await failed.clear(network);
  await requireGoodPassword(account.password, account);
  const passwordHash = await hashPassword(account.password, {
    isKnown: true,
    account: account.email,
    site: '',
  });
  await deps.db.transaction(async (tx) => {
    await lockInstallation(tx);
    const at = deps.clock.now();
    await requireSetupToken(tx, account.token, at);
    const user = await createUser(
      tx,
      // A person with the log has typed it: that is no proof.
      { name: account.name, email: account.email, passwordHash, provenBy: null },
      at,
    );
    await addOperator(tx, { kind: 'person', id: user.id, name: user.name, origin }, user, at);
    await giveOrganization(tx, deps, user, account.organizationName, { at, origin });
    await voidSetupToken(tx);
  });
  deps.logger.info({ event: 'set-up completed', remoteAddress: origin.remoteAddress });
}

async function giveOrganization(
  tx: Transaction,
  { env }: Deps,
  user: UserRow,
  name: string,
  { at, origin }: { readonly at: Date; readonly origin: CallOrigin },
): Promise<void> {
  if (env.bootstrapOrganization === undefined) {
    const { id, name: userName } = user;
    const founder: Founder = { kind: 'person', id, name: userName, userId: id, apiKeyId: null };
    const organization = { name, ...(await idpIdToGive(tx, env)) };
    await foundOrganization(tx, founder, organization, { at, origin });
    return;
  }
  const organizationId = await ensureOrganization(tx, env, env.bootstrapOrganization, at);
  await insertMembership(organizationId, tx, { userId: user.id, role: 'admin', joinedAt: at });
  const { id, name: userName, email } = user;
  await recordAudit(
    tx,
    { kind: 'person', id, name: userName, organizationId, role: 'admin', origin },
    {
      at,
      action: 'member.add',
      subjectKind: 'user',
      subjectId: id,
      after: { user_id: id, email, name: userName, role: 'admin' },
    },
  );
}

async function requireSetupToken(db: Transaction, token: string, at: Date): Promise<void> {
  if (await hasUsers(db)) throw conflict('The first account has been created already');
  if (!(await isSetupToken(db, token, at))) throw forbidden('This set-up link is not valid');
}
