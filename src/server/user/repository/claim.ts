import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/* Keys, feeds and invitations of a person who set up another's account: in whatever organization, since all of it ends. */

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

/** The organizations in which a person is, or has keys. Plan: membership (user_id) and api_key (created_by_user_id). */
function placesOf(tx: Transaction, userId: string) {
  return tx.sql.with('place', (cte) =>
    cte
      .selectFrom('membership')
      .select('organizationId')
      .where('userId', '=', userId)
      .union(
        cte.selectFrom('apiKey').select('organizationId').where('createdByUserId', '=', userId),
      ),
  );
}

/**
 * Finds the tokens of feeds that a person made, or a key behind which they stand, where they still are or have keys: what
 * they made where they have left belongs to those who stayed, as everybody's does. In a statement of their own: a database that
 * is spread is told the organizations. Plan: as {@link placesOf}, then feed_token (organization_id, created_at).
 */
export async function findFeedTokensOfPerson(tx: Transaction, userId: string) {
  const places = await placesOf(tx, userId)
    .selectFrom('place as p')
    .innerJoin('organization as o', 'o.id', 'p.organizationId')
    .select(['p.organizationId', 'o.name'])
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();
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
  return places.flatMap(({ organizationId, name: organizationName }) =>
    rows
      .filter((row) => row.organizationId === organizationId)
      .map((row) => ({
        ...row,
        organizationId: mintOrganizationId(organizationId),
        organizationName,
      })),
  );
}

/**
 * Finds the invitations of a person, or of a key behind which they stand, that nobody has answered yet: the audit
 * trail knows who sent one last. Asked once in the life of an account. Plan: as {@link placesOf}, then invitation and
 * audit_event by the front of their keys.
 */
export async function findOpenInvitationsBy(tx: Transaction, userId: string) {
  const rows = await placesOf(tx, userId)
    .selectFrom('place as p')
    .innerJoin('invitation as i', 'i.organizationId', 'p.organizationId')
    .innerJoin('organization as o', 'o.id', 'i.organizationId')
    .select(['i.organizationId', 'o.name as organizationName', 'i.id', 'i.email'])
    .where('i.acceptedAt', 'is', null)
    .where('i.revokedAt', 'is', null)
    .orderBy('o.name')
    .orderBy('i.email')
    .orderBy('i.id')
    .execute();
  const sent = await findSent(tx, rows, userId);
  return rows
    .filter(({ organizationId, id }) => sent.has(`${organizationId} ${id}`))
    .map((row) => ({ ...row, organizationId: mintOrganizationId(row.organizationId) }));
}

/**
 * Finds which of some invitations a person, or a key of theirs, sent last. In statements of their own: a database that is
 * spread takes no subquery about the trail for each row of what is on every machine.
 */
async function findSent(
  tx: Transaction,
  invitations: readonly { readonly organizationId: string; readonly id: string }[],
  userId: string,
): Promise<ReadonlySet<string>> {
  if (invitations.length === 0) return new Set();
  const organizationIds = [...new Set(invitations.map((one) => one.organizationId))];
  const last = await tx.sql
    .selectFrom('auditEvent')
    .select(['organizationId', 'subjectId', 'actorId'])
    .distinctOn(['organizationId', 'subjectId'])
    .where(({ eb, fn, val }) => eb('organizationId', '=', fn.any(val(organizationIds))))
    .where(({ eb, fn, val }) => eb('subjectId', '=', fn.any(val(invitations.map(({ id }) => id)))))
    .where('action', 'in', ['invitation.create', 'invitation.renew'])
    .orderBy('organizationId')
    .orderBy('subjectId')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const keys = await tx.sql
    .selectFrom('apiKey')
    .select(['organizationId', 'id'])
    .where('createdByUserId', '=', userId)
    .execute();
  const own = new Set(keys.map(({ organizationId, id }) => `${organizationId} ${id}`));
  return new Set(
    last
      .filter(
        ({ organizationId, actorId }) =>
          actorId === userId || own.has(`${organizationId} ${actorId}`),
      )
      .map(({ organizationId, subjectId }) => `${organizationId} ${subjectId}`),
  );
}
