import type { Insertable } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';
import type { Tables } from '@/server/prisma-client/tables';

/** A key that is not revoked, with its current secret, the end of the last earlier one, and its creator's role. */
export type ApiKeyRow = Awaited<ReturnType<typeof findApiKeys>>[number];

/** The digest of a secret, and the part of its text by which it is found. */
export type NewSecretRow = Pick<Insertable<Tables['apiKeySecret']>, 'publicId' | 'secretSha256'>;

export type NewApiKeyRow = NewSecretRow &
  Pick<
    Prisma.ApiKeyGetPayload<object>,
    'id' | 'name' | 'role' | 'createdBy' | 'createdByUserId' | 'createdAt' | 'expiresAt'
  >;

export async function insertApiKey(
  organizationId: OrganizationId,
  db: Transaction,
  { id, name, role, createdBy, createdByUserId, createdAt, expiresAt, ...secret }: NewApiKeyRow,
): Promise<void> {
  const key = { id, name, role, createdBy, createdByUserId, createdAt, expiresAt };
  await db.of(organizationId).apiKey.createMany({ data: [key] });
  await insertSecret(organizationId, db, id, secret, createdAt);
}

/** Adds a key's current secret. */
export async function insertSecret(
  organizationId: OrganizationId,
  db: Transaction,
  apiKeyId: string,
  { publicId, secretSha256 }: NewSecretRow,
  createdAt: Date,
): Promise<void> {
  await db.sql
    .insertInto('apiKeySecret')
    .values({ organizationId, publicId, apiKeyId, secretSha256, createdAt })
    .execute();
}

/** Finds the person behind a key: its creator, also through keys that made keys. Null when that is not known. */
export async function findPersonBehindKey(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<string | null> {
  const select = { createdByUserId: true };
  const row = await db.of(organizationId).apiKey.findFirst({ where: { id }, select });
  return row?.createdByUserId ?? null;
}

function selectKeys(organizationId: OrganizationId, db: Transaction, now: Date) {
  return (
    db.sql
      .selectFrom('apiKey as k')
      .innerJoin('apiKeySecret as s', (join) =>
        join
          .onRef('s.organizationId', '=', 'k.organizationId')
          .onRef('s.apiKeyId', '=', 'k.id')
          .on('s.endsAt', 'is', null),
      )
      .select(['k.id', 'k.name', 'k.role', 'k.createdBy', 'k.createdByUserId'])
      .select(['k.createdAt', 'k.expiresAt', 'k.lastUsedAt'])
      // Of the current secret.
      .select('s.publicId')
      .select((eb) => [
        // Null while the current secret is the first.
        eb
          .case()
          .when('s.createdAt', '>', eb.ref('k.createdAt'))
          .then(eb.ref('s.createdAt'))
          .end()
          .as('rotatedAt'),
        // When the last of the earlier secrets ends; null when all have.
        eb
          .selectFrom('apiKeySecret as e')
          .select(({ fn }) => fn.max('e.endsAt').as('at'))
          .whereRef('e.organizationId', '=', 'k.organizationId')
          .whereRef('e.apiKeyId', '=', 'k.id')
          .where('e.endsAt', '>', now)
          .as('graceEndsAt'),
        // The role of the person behind it in the organization now; null: none.
        eb
          .selectFrom('membership as m')
          .select('m.role')
          .whereRef('m.organizationId', '=', 'k.organizationId')
          .whereRef('m.userId', '=', 'k.createdByUserId')
          .as('creatorRole'),
      ])
      .where('k.organizationId', '=', anyOrganization(organizationId))
      .where('k.revokedAt', 'is', null)
  );
}

/**
 * Finds the keys that are not revoked, newest first. Plan: api_key (organization_id, created_at), then secrets by
 * key.
 */
export function findApiKeys(organizationId: OrganizationId, db: Transaction, now: Date) {
  return selectKeys(organizationId, db, now)
    .orderBy('k.createdAt', 'desc')
    .orderBy('k.id', 'desc')
    .execute();
}

/** Finds the keys behind which a person stands, newest first. Plan: as {@link findApiKeys}; there are few. */
export function findApiKeysOf(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
  now: Date,
): Promise<ApiKeyRow[]> {
  return selectKeys(organizationId, db, now)
    .where('k.createdByUserId', '=', userId)
    .orderBy('k.createdAt', 'desc')
    .orderBy('k.id', 'desc')
    .execute();
}

/** Makes callers who change this key take turns, until the transaction ends; false when there is no such key. */
export async function lockApiKey(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<boolean> {
  // Prisma has no locks.
  const row = await tx.sql
    .selectFrom('apiKey')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps a key from being revoked until the transaction ends; false when it was. Who is no key is not revoked. Plan: primary key. */
export async function holdApiKey(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('apiKey')
    .select('revokedAt')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return (row?.revokedAt ?? null) === null;
}

/** Finds a key that is not revoked. Plan: primary key. */
export async function findApiKey(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  now: Date,
): Promise<ApiKeyRow | null> {
  const row = await selectKeys(organizationId, db, now).where('k.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Ended secrets of a key that are known as such; a caller who shows an older one is a stranger. */
const MAX_ENDED_SECRETS = 50;

/** Lets no secret of a key hold beyond `endsAt`, and forgets the oldest of those that ended by `now`. Plan: index by key. */
export async function endSecrets(
  organizationId: OrganizationId,
  tx: Transaction,
  apiKeyId: string,
  { endsAt, now }: { readonly endsAt: Date; readonly now: Date },
): Promise<void> {
  await tx.sql
    .updateTable('apiKeySecret')
    .set(({ fn, val }) => ({ endsAt: fn<Date>('least', ['endsAt', val(endsAt)]) }))
    .where('organizationId', '=', organizationId)
    .where('apiKeyId', '=', apiKeyId)
    .execute();
  await tx.sql
    .deleteFrom('apiKeySecret')
    .where('organizationId', '=', organizationId)
    .where('publicId', 'in', (eb) =>
      eb
        .selectFrom('apiKeySecret')
        .select('publicId')
        .where('organizationId', '=', organizationId)
        .where('apiKeyId', '=', apiKeyId)
        .where('endsAt', '<=', now)
        .orderBy('createdAt', 'desc')
        .orderBy('publicId')
        .offset(MAX_ENDED_SECRETS),
    )
    .where('apiKeyId', '=', apiKeyId)
    .execute();
}

export async function markApiKeyRevoked(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const where = { id, revokedAt: null };
  const { count } = await db
    .of(organizationId)
    .apiKey.updateMany({ where, data: { revokedAt: at } });
  return count === 1;
}

/** Tells whether an organization has a secret with this public id, of whichever key. Plan: primary key. */
export async function hasSecret(
  organizationId: OrganizationId,
  db: Transaction,
  publicId: string,
): Promise<boolean> {
  const row = await db.sql
    .selectFrom('apiKeySecret')
    .select('apiKeyId')
    .where('organizationId', '=', organizationId)
    .where('publicId', '=', publicId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Forgets the secret with this public id, so that another key may have it, where it is the last one of a key that was revoked:
 * a rotation that ended it holds. Plan: primary key.
 */
export async function forgetRevokedSecret(
  organizationId: OrganizationId,
  tx: Transaction,
  apiKeyId: string,
  publicId: string,
): Promise<void> {
  await tx.sql
    .deleteFrom('apiKeySecret as s')
    .where('s.organizationId', '=', organizationId)
    .where('s.publicId', '=', publicId)
    .where('s.apiKeyId', '=', apiKeyId)
    .where('s.endsAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('apiKey as k')
          .select('k.id')
          .where('k.organizationId', '=', organizationId)
          .where('k.id', '=', apiKeyId)
          .where('k.revokedAt', 'is not', null),
      ),
    )
    .execute();
}
