import { v7 as uuidv7 } from 'uuid';
import { type ApiKeyText, generateApiKey } from '@/domain/api-key/api-key';
import { conflict, forbidden, invalid, notFound } from '@/domain/errors';
import {
  can,
  exceeds,
  type Permission,
  type PersonRole,
  type Role,
} from '@/domain/roles/permissions';
import { recordAudit } from '@/server/audit/service';
import { findMemberRole, requireLockedOrganization } from '@/server/organization/service';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { holdSession } from '@/server/session/service/sessions';
import { type ApiKeyRecord, toApiKeyRecord } from './dto';
import {
  endSecrets,
  findApiKey,
  findApiKeys,
  findApiKeysOf,
  findPersonBehindKey,
  holdApiKey,
  insertApiKey,
  insertSecret,
  lockApiKey,
  markApiKeyRevoked,
} from './repository';

const HOUR_MS = 60 * 60 * 1000;

export interface NewApiKey {
  readonly name: string;
  readonly role: Role;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
}

/** A record together with the key itself, which is never shown again. */
export type ShownApiKey = ApiKeyRecord & { readonly key: string };

/**
 * Creates a key of the caller's organization.
 * @throws DomainError 403 as {@link requireStanding}, 422 when the expiry is not in the future
 */
export async function createApiKey(deps: Deps, actor: Actor, key: NewApiKey): Promise<ShownApiKey> {
  const at = deps.clock.now();
  if (key.expiresAt && key.expiresAt <= at) {
    const msg = 'Value error, the expiry must be in the future';
    throw invalid([{ loc: ['body', 'expires_at'], msg, type: 'value_error' }]);
  }
  const secret = generateApiKey();
  const record = await deps.db.transaction(async (tx) => {
    await requireStanding(tx, actor, 'api-key:manage');
    return addApiKey(tx, actor, key, secret, at);
  });
  return { ...record, key: secret.text };
}

/**
 * Takes a turn for something that outlives whoever does it, and that is revoked with them where that is asked for: who
 * was removed while they waited, or has lost the role or the session that they call by, does it no more, nor does a key that
 * was revoked.
 * @returns the organization, in which it is their turn until the transaction ends
 * @throws DomainError 403, and 404 when the organization has been deleted
 */
export async function requireStanding(
  tx: Transaction,
  actor: Actor,
  permission: Permission,
): ReturnType<typeof requireLockedOrganization> {
  const organization = await requireLockedOrganization(tx, actor.organizationId);
  if (!(await hasStanding(tx, actor, permission))) throw forbidden();
  return organization;
}

async function hasStanding(
  tx: Transaction,
  { kind, id, organizationId, sessionId }: Actor,
  permission: Permission,
): Promise<boolean> {
  if (kind !== 'person') return holdApiKey(organizationId, tx, id);
  const role = await findMemberRole(organizationId, tx, id);
  if (role === null || !can(role, permission)) return false;
  return sessionId === undefined || holdSession(tx, sessionId);
}

/** Does as {@link createApiKey}, with a key made elsewhere and as a step of a larger transaction. */
export async function addApiKey(
  tx: Transaction,
  actor: Actor,
  key: NewApiKey,
  secret: ApiKeyText,
  at: Date,
): Promise<ApiKeyRecord> {
  const { organizationId } = actor;
  const createdByUserId =
    actor.kind === 'person' ? actor.id : await findPersonBehindKey(organizationId, tx, actor.id);
  const id = uuidv7();
  await insertApiKey(organizationId, tx, {
    ...{ ...key, id, createdBy: actor.name, createdByUserId, createdAt: at },
    ...{ publicId: secret.publicId, secretSha256: secret.sha256 },
  });
  const row = await findApiKey(organizationId, tx, id, at);
  if (!row) throw new Error('A new key is not there');
  const record = toApiKeyRecord(row);
  await recordAudit(tx, actor, {
    at,
    action: 'api_key.create',
    subjectKind: 'api_key',
    subjectId: id,
    after: record,
  });
  return record;
}

/** Lists the keys of an organization that are not revoked, newest first. */
export async function listApiKeys(deps: Deps, principal: Principal): Promise<ApiKeyRecord[]> {
  const rows = await findApiKeys(principal.organizationId, deps.db, deps.clock.now());
  return rows.map(toApiKeyRecord);
}

/**
 * Exchanges a key for a new one. The old one, and any that still had a grace from an earlier rotation, stop
 * after `graceHours` at the latest; with 0 at once. Rotations of one key at the same time take turns: each
 * answers with a key of its own, and the last one is current.
 * @throws DomainError 403 as {@link requireStanding}, 404 when the organization has no such key, 409 when the key has expired
 */
export async function rotateApiKey(
  deps: Deps,
  actor: Actor,
  id: string,
  graceHours: number,
): Promise<ShownApiKey> {
  const { organizationId } = actor;
  const secret = generateApiKey();
  const record = await deps.db.transaction(async (tx) => {
    // The new secret may be of a key behind which another person stands, and outlives whoever sees it here.
    await requireStanding(tx, actor, 'api-key:manage');
    const now = deps.clock.now();
    const before = await lockedApiKey(tx, actor, id, now);
    // A new secret would not work either.
    if (before.expiresAt && before.expiresAt <= now) throw conflict('This API key has expired');
    const endsAt = new Date(now.getTime() + graceHours * HOUR_MS);
    await endSecrets(organizationId, tx, id, { endsAt, now });
    const { publicId, sha256: secretSha256 } = secret;
    await insertSecret(organizationId, tx, id, { publicId, secretSha256 }, now);
    const after = await lockedApiKey(tx, actor, id, now);
    await recordAudit(tx, actor, {
      at: now,
      action: 'api_key.rotate',
      subjectKind: 'api_key',
      subjectId: id,
      before: toApiKeyRecord(before),
      after: toApiKeyRecord(after),
    });
    return toApiKeyRecord(after);
  });
  return { ...record, key: secret.text };
}

/**
 * Revokes a key for good; the next request that shows it is refused.
 * @throws DomainError 404 when the organization has no such key, or it is revoked already
 */
export async function revokeApiKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const before = await lockedApiKey(tx, actor, id, at);
    await markApiKeyRevoked(actor.organizationId, tx, id, at);
    await recordAudit(tx, actor, {
      at,
      action: 'api_key.revoke',
      subjectKind: 'api_key',
      subjectId: id,
      before: toApiKeyRecord(before),
    });
  });
}

/**
 * Lists the keys behind which a member stands and that would be able to do more than a person with another role.
 * @param role null: none, when they are removed
 */
export async function listKeysBeyond(
  { db, clock }: Deps,
  { organizationId }: Principal,
  userId: string,
  role: PersonRole | null,
): Promise<ApiKeyRecord[]> {
  const rows = await findApiKeysOf(organizationId, db, userId, clock.now());
  return rows.filter((key) => exceeds(key.role, role)).map(toApiKeyRecord);
}

/** Revokes the keys of {@link listKeysBeyond}, in the transaction that takes the role away; tells how many. */
export async function revokeKeysBeyond(
  tx: Transaction,
  actor: Actor,
  { userId, role }: { readonly userId: string; readonly role: PersonRole | null },
  at: Date,
): Promise<number> {
  const { organizationId } = actor;
  const rows = await findApiKeysOf(organizationId, tx, userId, at);
  let revoked = 0;
  for (const key of rows.filter((one) => exceeds(one.role, role))) {
    if (!(await markApiKeyRevoked(organizationId, tx, key.id, at))) continue;
    revoked += 1;
    await recordAudit(tx, actor, {
      at,
      action: 'api_key.revoke',
      subjectKind: 'api_key',
      subjectId: key.id,
      before: toApiKeyRecord(key),
    });
  }
  return revoked;
}

async function lockedApiKey(tx: Transaction, actor: Actor, id: string, now: Date) {
  const { organizationId } = actor;
  // Read after the lock is had: what another transaction has just changed is seen.
  const isLocked = await lockApiKey(organizationId, tx, id);
  const row = isLocked ? await findApiKey(organizationId, tx, id, now) : null;
  if (!row) throw notFound('API key');
  return row;
}

/** Functions on API keys that other nouns use as steps of their own. */
export {
  findPersonBehindKey,
  forgetRevokedSecret,
  hasSecret,
  markApiKeyRevoked,
} from './repository';
