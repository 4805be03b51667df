import { emailSchema } from '@/domain/user/account';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { hashPassword } from '@/server/user/service/password';
import { hasUsers } from '@/server/user/service/people';
import { isIdpIdTaken, lockInstallation } from '../repository';
import {
  ensureAdmin,
  ensureApiKey,
  ensureOrganization,
  isAdminApplied,
  isKeyOfOthers,
} from './bootstrap';
import { addSetupToken, voidSetupToken } from './settings';

/** The name of the first organization when nobody has given one. */
export const DEFAULT_ORGANIZATION_NAME = 'My organization';

interface FirstAdmin {
  readonly email: string;
  /** Null: they sign in at the provider, which vouches for the address. */
  readonly passwordHash: string | null;
}

/**
 * Makes what the environment asks for (an admin, an organization, a key), or else prints the one-time link under
 * which a person can do it in a browser. Runs at every start; several processes may start at once.
 * @param say prints the link for a person, who would not see a line among many of the log
 */
export async function prepareInstallation(
  deps: Deps,
  say: (text: string) => void = print,
): Promise<void> {
  const admin = await firstAdmin(deps);
  const { isPending, token } = await deps.db.transaction(async (tx) => {
    await lockInstallation(tx);
    const at = deps.clock.now();
    await applyEnvironment(tx, deps.env, admin, at);
    const isPending = !(await hasUsers(tx));
    // Without passwords nobody can make an account by themselves, and a link of an earlier start is void.
    if (isPending && deps.env.passwordLogin) {
      return { isPending, token: await addSetupToken(tx, at) };
    }
    await voidSetupToken(tx);
    return { isPending, token: null };
  });
  await warnOfMissingOrganization(deps);
  await warnOfKeyOfOthers(deps);
  if (!isPending) return;
  if (token === null) {
    deps.logger.warn(
      'Nobody can sign in yet. Set ADMIN_EMAIL to the address of the first admin at the provider, and start again',
    );
    return;
  }
  // The only place where the token appears.
  say(setUpText(`${deps.env.publicUrl}/set-up?token=${token}`));
}

function setUpText(url: string): string {
  return [
    '',
    '  Welcome to Eventide. Nobody can sign in yet. To create the first account, open',
    '',
    `    ${url}`,
    '',
    '  The address works once, until the next start, or for an hour where that comes sooner.',
    '',
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Warns of a missing organization: without it people of the listed domains join none, and nothing else says so. */
async function warnOfMissingOrganization({ env, db, logger }: Deps): Promise<void> {
  const idpId = env.oidc?.join?.idpId;
  if (idpId === undefined || (await isIdpIdTaken(db, idpId))) return;
  logger.warn(
    { event: 'join organization missing', idpId },
    'OIDC_JOIN_ORGANIZATION names an organization that is not there: people of OIDC_JOIN_DOMAINS join none. Set it to the idp_id of one that is, or create it with BOOTSTRAP_API_KEY (POST /api/organizations/)',
  );
}

/** Warns of a key that does nothing by the environment: whoever calls with it would hear 401 alone, or have another role. */
async function warnOfKeyOfOthers({ env, db, logger }: Deps): Promise<void> {
  if (env.bootstrapApiKey === undefined || !(await isKeyOfOthers(db))) return;
  logger.warn(
    { event: 'bootstrap key not taken' },
    'BOOTSTRAP_API_KEY names a key that the organization has had already, and that was not made by this setting or was ended by hand: it stays what it is. Set it to a new one',
  );
}

async function applyEnvironment(
  tx: Transaction,
  env: Deps['env'],
  admin: FirstAdmin | null,
  at: Date,
): Promise<void> {
  const { bootstrapOrganization, bootstrapApiKey } = env;
  const name = bootstrapOrganization ?? (admin ? DEFAULT_ORGANIZATION_NAME : undefined);
  if (name === undefined) return;
  const organizationId = await ensureOrganization(tx, env, name, at);
  if (admin) await ensureAdmin(tx, admin, organizationId, at);
  if (bootstrapApiKey !== undefined) await ensureApiKey(tx, bootstrapApiKey, organizationId, at);
}

/** Gives the admin whom the environment asks for and who is not there yet. Hashed here, before anything is locked. */
async function firstAdmin({ env, db }: Deps): Promise<FirstAdmin | null> {
  const { adminEmail, adminPassword } = env;
  if (adminEmail === undefined) return null;
  const email = emailSchema.parse(adminEmail);
  if (await isAdminApplied(db, email)) return null;
  const passwordHash = adminPassword === undefined ? null : await hashPassword(adminPassword);
  return { email, passwordHash };
}
