import type { Transaction } from '@/server/platform/db/db';
import { type Places, prepared } from '@/server/platform/db/sql';
import { idleSince } from './credentials';
import { mintOrganizationId, type OrganizationId } from './organization-id';

/*
 * Callers are looked up across all organizations: the key or the session says which one it is. Every request needs
 * these look-ups, so each is one statement, and none of them is Prisma's.
 */

export type KeyRow = Awaited<ReturnType<typeof findKeys>>[number];

/** Plan: api_key_secret_publicId index, then the primary key of api_key. */
const keysWithSecret = prepared((db, given: Places<{ publicId: string }>) =>
  db
    .selectFrom('apiKeySecret as s')
    .innerJoin('apiKey as k', (join) =>
      join.onRef('k.organizationId', '=', 's.organizationId').onRef('k.id', '=', 's.apiKeyId'),
    )
    .select(['k.id', 'k.organizationId', 'k.name', 'k.role', 'k.createdByUserId'])
    .select(['k.lastUsedAt', 's.secretSha256'])
    .select(['k.revokedAt', 's.endsAt', 'k.expiresAt'])
    .where('s.publicId', '=', given('publicId')),
);

/** Finds the keys that have a secret with this public id, and what ends them. Nearly always one; the digest decides. */
export function findKeys(db: Transaction, publicId: string) {
  return keysWithSecret(db.sql, { publicId });
}

/** Returns the time a minute ago: a key or session whose use was noted after it is not noted again. */
const minuteBefore = (now: Date) => new Date(now.getTime() - 60_000);

/** Notes that a key was used, unless another request has within the last minute. */
export async function touchKey(
  db: Transaction,
  { organizationId, id }: Pick<KeyRow, 'organizationId' | 'id'>,
  now: Date,
): Promise<void> {
  await db.sql
    .updateTable('apiKey')
    .set({ lastUsedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', minuteBefore(now))]))
    .execute();
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Plan: the primary keys of user_session, app_user and membership. */
const sessionsById = prepared((db, given: Places<{ id: string; now: Date; usedSince: Date }>) =>
  db
    .selectFrom('userSession as s')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .leftJoin('membership as m', (join) =>
      join
        .onRef('m.organizationId', '=', 's.activeOrganizationId')
        .onRef('m.userId', '=', 's.userId'),
    )
    .select(['s.lastSeenAt', 's.expiresAt', 'u.id as userId', 'u.name', 'u.email'])
    .select(['m.organizationId', 'm.role'])
    .where('s.id', '=', given('id'))
    .where('s.revokedAt', 'is', null)
    .where('s.expiresAt', '>', given('now'))
    .where('s.lastSeenAt', '>', given('usedSince')),
);

/**
 * Finds a session with its person and the membership that it acts under, as they are now: `organizationId` and `role`
 * are both null when no organization is active, or the person is no longer a member of it.
 */
export async function findSession(db: Transaction, id: string, now: Date) {
  const [row] = await sessionsById(db.sql, { id, now, usedSince: idleSince(now) });
  return row ?? null;
}

/** Notes that a session was used, unless another request has within the last minute. */
export async function touchSession(db: Transaction, id: string, now: Date): Promise<void> {
  await db.sql
    .updateTable('userSession')
    .set({ lastSeenAt: now })
    .where('id', '=', id)
    .where('lastSeenAt', '<', minuteBefore(now))
    .execute();
}

/** The name that a request gives an organization: its id, or its id at the identity provider. */
export type NamedBy = { readonly id: string } | { readonly idpId: string };

/** Selects the named organization; each way of naming has the index of its own column. */
function selectNamed(db: Transaction, by: NamedBy) {
  const named = db.sql.selectFrom('organization as o');
  return 'id' in by ? named.where('o.id', '=', by.id) : named.where('o.idpId', '=', by.idpId);
}

/** Finds the named organization with a person's role there; null for non-members. Plan: two unique keys. */
export async function findNamedForPerson(db: Transaction, by: NamedBy, userId: string) {
  const row = await selectNamed(db, by)
    .innerJoin('membership as m', 'm.organizationId', 'o.id')
    .select(['o.id', 'm.role'])
    .where('m.userId', '=', userId)
    .executeTakeFirst();
  return row ? { organizationId: mintOrganizationId(row.id), role: row.role } : null;
}

/** Finds the named organization, if it is a key's own or the key created it. Plan: a unique key. */
export async function findNamedForKey(
  db: Transaction,
  by: NamedBy,
  { apiKeyId, organizationId }: { readonly apiKeyId: string; readonly organizationId: string },
): Promise<OrganizationId | null> {
  const row = await selectNamed(db, by)
    .select('o.id')
    .where((eb) =>
      eb.or([eb('o.id', '=', organizationId), eb('o.createdByApiKeyId', '=', apiKeyId)]),
    )
    .executeTakeFirst();
  return row ? mintOrganizationId(row.id) : null;
}
