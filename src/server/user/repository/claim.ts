import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/* Of a person who set up another's account: in whatever organization, since all that they hold ends. */

/** Finds the keys behind which a person stands, in whatever organization. Plan: api_key (created_by_user_id). */
export async function findKeysOfPerson(tx: Transaction, userId: string) {
  const rows = await tx.sql
    .selectFrom('apiKey as k')
    .innerJoin('organization as o', 'o.id', 'k.organizationId')
    .select(['k.organizationId', 'o.name as organizationName', 'k.id', 'k.name', 'k.role'])
    .where('k.createdByUserId', '=', userId)
    .where('k.revokedAt', 'is', null)
    .orderBy('o.name')
    .orderBy('k.name')
    .orderBy('k.id')
    .forNoKeyUpdate('k')
    .execute();
  return rows.map((row) => ({ ...row, organizationId: mintOrganizationId(row.organizationId) }));
}

/** Finds the organizations in which a person is, or has keys, by name. Plan: membership (user_id) and api_key (created_by_user_id). */
export async function findPlacesOfPerson(tx: Transaction, userId: string) {
  const rows = await tx.sql
    .with('place', (cte) =>
      cte
        .selectFrom('membership')
        .select('organizationId')
        .where('userId', '=', userId)
        .union(
          cte.selectFrom('apiKey').select('organizationId').where('createdByUserId', '=', userId),
        ),
    )
    .selectFrom('place as p')
    .innerJoin('organization as o', 'o.id', 'p.organizationId')
    .select(['p.organizationId', 'o.name as organizationName'])
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({ ...row, organizationId: mintOrganizationId(row.organizationId) }));
}

/**
 * Finds the tokens of feeds that a person made, or a key behind which they stand, where they still are or have keys: what
 * they made where they have left belongs to those who stayed, as everybody's does. In a statement of their own: a database that
 * is spread is told the organizations. Plan: as {@link findPlacesOfPerson}, then feed_token (organization_id, created_at).
 */
export async function findFeedTokensOfPerson(tx: Transaction, userId: string) {
  const places = await findPlacesOfPerson(tx, userId);
  if (places.length === 0) return [];
  const organizationIds = places.map((place) => place.organizationId);
  const rows = await tx.sql
    .selectFrom('feedToken')
    .select(['organizationId', 'id', 'label', 'scope', 'subjectId', 'product'])
    .where(({ eb, fn, val }) => eb('organizationId', '=', fn.any(val(organizationIds))))
    .where('createdByUserId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return places.flatMap((place) =>
    rows
      .filter((row) => row.organizationId === place.organizationId)
      .map((row) => ({ ...row, ...place })),
  );
}
