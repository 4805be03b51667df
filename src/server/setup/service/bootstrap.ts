import { NIL as NIL_UUID } from 'uuid';
import { z } from 'zod';
import { parseApiKey } from '@/domain/api-key/api-key';
import type { Env } from '@/env';
import {
  addApiKey,
  forgetRevokedSecret,
  hasSecret,
  markApiKeyRevoked,
} from '@/server/api-key/service';
import { recordAudit } from '@/server/audit/service';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { addOperator } from '@/server/operator/service';
import { type Founder, foundOrganization, insertMembership } from '@/server/organization/service';
import { createUser, findUserByEmail, hasUsers } from '@/server/user/service/people';
import { BOOTSTRAP_API_KEY, findSetting, saveSetting } from '@/server/platform/db/settings';
import { findOrganizationToUse, isIdpIdTaken } from '../repository';

/** Settings that remember the records made from the environment, so that a restart neither repeats nor restores any. */
const SETTINGS = {
  admin: 'bootstrap_admin',
  organization: 'bootstrap_organization',
  apiKey: BOOTSTRAP_API_KEY,
} as const;

const adminSetting = z.object({ email: z.string() });
const organizationSetting = z.object({ name: z.string(), organizationId: z.uuid() });
const keyRecord = z.object({ organizationId: z.uuid(), apiKeyId: z.uuid() });
const apiKeySetting = z.object({
  organizationId: z.uuid(),
  /** Absent: the key that is named could not be taken, as {@link isKeyOfOthers} says. */
  apiKeyId: z.uuid().optional(),
  sha256: z.string(),
  /** Keys of the environment that another one has replaced, the last at the end: such a one may be put back. */
  replaced: z.array(keyRecord).default([]),
});
/** So many of them are remembered. */
const MAX_REPLACED = 50;

const ORIGIN = { requestId: '', remoteAddress: '' };
/** Founder in the audit trail, for acts of nobody signed in. */
const CONFIGURATION: Founder = {
  kind: 'api_key',
  id: NIL_UUID,
  name: 'Configuration',
  userId: null,
  apiKeyId: null,
};

function configurationIn(organizationId: OrganizationId): Actor {
  const { kind, id, name } = CONFIGURATION;
  return { kind, id, name, organizationId, role: 'admin', origin: ORIGIN };
}

/**
 * Gives the `idpId` of an organization that is made for the operator: the one that people join by single sign-on,
 * as long as there is no such organization; else undefined.
 */
export async function idpIdToGive(
  tx: Transaction,
  { oidc }: Pick<Env, 'oidc'>,
): Promise<{ readonly idpId?: string }> {
  const idpId = oidc?.join?.idpId;
  return idpId === undefined || (await isIdpIdTaken(tx, idpId)) ? {} : { idpId };
}

/**
 * Finds or makes the organization that the environment names: the one it named before, else the first of all if it
 * has that name, else a new one. Remembering it keeps the key out of a stranger's organization that takes a freed
 * name.
 */
export async function ensureOrganization(
  tx: Transaction,
  env: Pick<Env, 'oidc'>,
  name: string,
  at: Date,
): Promise<OrganizationId> {
  const remembered = organizationSetting.safeParse(
    await findSetting(tx, SETTINGS.organization),
  ).data;
  const rememberedId = remembered?.name === name ? remembered.organizationId : null;
  const known = await findOrganizationToUse(tx, name, rememberedId);
  const organizationId =
    known ??
    (
      await foundOrganization(
        tx,
        CONFIGURATION,
        { name, ...(await idpIdToGive(tx, env)) },
        { at, origin: ORIGIN },
      )
    ).organizationId;
  if (organizationId !== rememberedId) {
    await saveSetting(tx, SETTINGS.organization, { name, organizationId }, at);
  }
  return organizationId;
}

/** Tells whether the person whom ADMIN_EMAIL names was added already, or is there anyway. */
export async function isAdminApplied(db: Transaction, email: string): Promise<boolean> {
  const applied = adminSetting.safeParse(await findSetting(db, SETTINGS.admin)).data;
  return applied?.email === email || (await findUserByEmail(db, email)) !== null;
}

/**
 * Adds the person whom ADMIN_EMAIL names, once: one who was removed since does not come back with a restart. The
 * very first account becomes the operator as well.
 */
export async function ensureAdmin(
  tx: Transaction,
  admin: { readonly email: string; readonly passwordHash: string | null },
  organizationId: OrganizationId,
  at: Date,
): Promise<void> {
  if (await isAdminApplied(tx, admin.email)) return;
  const isFirst = !(await hasUsers(tx));
  const user = await createUser(tx, { ...admin, name: 'Administrator', provenBy: null }, at);
  if (isFirst) await addOperator(tx, { ...CONFIGURATION, origin: ORIGIN }, user, at);
  await insertMembership(organizationId, tx, { userId: user.id, role: 'admin', joinedAt: at });
  await recordAudit(tx, configurationIn(organizationId), {
    at,
    action: 'member.add',
    subjectKind: 'user',
    subjectId: user.id,
    after: { user_id: user.id, email: user.email, name: user.name, role: 'admin' },
  });
  await saveSetting(tx, SETTINGS.admin, { email: admin.email }, at);
}

/**
 * Stores the key that the environment names, hashed, with the role admin. Another key in its place revokes
 * the one before, which works again once it is put back; the same key again changes nothing, also when an admin has revoked
 * it meanwhile. One that an admin has ended, or that the organization has anyway, is left as it is.
 */
export async function ensureApiKey(
  tx: Transaction,
  text: string,
  organizationId: OrganizationId,
  at: Date,
): Promise<void> {
  const secret = parseApiKey(text);
  if (!secret) throw new Error('BOOTSTRAP_API_KEY has not the form of a key');
  const sha256 = secret.sha256.toString('hex');
  const earlier = apiKeySetting.safeParse(await findSetting(tx, SETTINGS.apiKey)).data;
  if (earlier?.sha256 === sha256 && earlier.organizationId === organizationId) return;
  const replaced = earlier ? await replaceKey(tx, earlier, at) : [];
  for (const one of replaced) {
    // The ids were written by this function, from organizations that it was given.
    const before = mintOrganizationId(one.organizationId);
    await forgetRevokedSecret(before, tx, one.apiKeyId, secret.publicId);
  }
  const setting = { organizationId, sha256, replaced };
  if (await hasSecret(organizationId, tx, secret.publicId)) {
    await saveSetting(tx, SETTINGS.apiKey, setting, at);
    return;
  }
  const key = { name: 'Bootstrap key', role: 'admin', expiresAt: null } as const;
  const { id: apiKeyId } = await addApiKey(tx, configurationIn(organizationId), key, secret, at);
  await saveSetting(tx, SETTINGS.apiKey, { ...setting, apiKeyId }, at);
}

/** Revokes the key that the environment named before, and gives those that it replaced itself. */
async function replaceKey(
  tx: Transaction,
  { organizationId, apiKeyId, replaced }: z.infer<typeof apiKeySetting>,
  at: Date,
): Promise<z.infer<typeof keyRecord>[]> {
  if (apiKeyId === undefined) return replaced;
  // The id was written by `ensureApiKey`, from an organization that it was given.
  const before = mintOrganizationId(organizationId);
  // One that an admin has revoked does not come back.
  if (!(await markApiKeyRevoked(before, tx, apiKeyId, at))) return replaced;
  await recordAudit(tx, configurationIn(before), {
    at,
    action: 'api_key.revoke',
    subjectKind: 'api_key',
    subjectId: apiKeyId,
  });
  return [...replaced, { organizationId, apiKeyId }].slice(-MAX_REPLACED);
}

/** Tells whether the key that the environment names was left as it is: no key of the environment stands for it. */
export async function isKeyOfOthers(db: Transaction): Promise<boolean> {
  const named = apiKeySetting.safeParse(await findSetting(db, SETTINGS.apiKey)).data;
  return named !== undefined && named.apiKeyId === undefined;
}
