import { v7 as uuidv7 } from 'uuid';
import { generateApiKey, type ApiKeyText } from '@/domain/api-key/api-key';
import { invalid } from '@/domain/errors';
import type { Role } from '@/domain/roles/permissions';
import { recordAudit } from '@/server/audit/service';
import type { Actor, Principal } from '@/server/auth/principal';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { toApiKeyRecord, type ApiKeyRecord } from './dto';
import { findApiKeys, findPersonBehindKey, insertApiKey } from './queries';

export interface NewApiKey {
  readonly name: string;
  readonly role: Role;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
}

/** A record together with the key itself, which is never shown again. */
export type ShownApiKey = ApiKeyRecord & { readonly key: string };

/**
 * Creates a key of the caller's organization. The caller's right to is checked before.
 * @throws DomainError 422 when the expiry is not in the future
 */
export async function createApiKey(deps: Deps, actor: Actor, key: NewApiKey): Promise<ShownApiKey> {
  const at = deps.clock.now();
  if (key.expiresAt && key.expiresAt <= at) {
    const msg = 'Value error, the expiry must be in the future';
    throw invalid([{ loc: ['body', 'expires_at'], msg, type: 'value_error' }]);
  }
  const secret = generateApiKey();
  const record = await deps.db.transaction((tx) => addApiKey(tx, actor, key, secret, at));
  return { ...record, key: secret.text };
}

/** As {@link createApiKey}, with a key made elsewhere and as a step of a larger transaction. */
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
  const row = {
    ...key,
    id: uuidv7(),
    createdBy: actor.name,
    createdAt: at,
    lastUsedAt: null,
    publicId: secret.publicId,
  };
  await insertApiKey(organizationId, tx, { ...row, createdByUserId, secretSha256: secret.sha256 });
  const record = toApiKeyRecord(row);
  await recordAudit(tx, actor, {
    at,
    action: 'api_key.create',
    subjectKind: 'api_key',
    subjectId: row.id,
    after: record,
  });
  return record;
}

/** The keys of an organization that are not revoked, newest first. */
export async function listApiKeys(deps: Deps, principal: Principal): Promise<ApiKeyRecord[]> {
  const rows = await findApiKeys(principal.organizationId, deps.db);
  return rows.map(toApiKeyRecord);
}
