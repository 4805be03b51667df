import { sql } from 'kysely';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/* Keys and invitations of a person who set up another's account: in whatever organization, since all of it ends. */

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

/**
 * Finds the invitations of a person, or of a key behind which they stand, that nobody has answered yet: the audit
 * trail knows who sent one last. Asked once in the life of an account. Plan: membership (user_id) and api_key
 * (created_by_user_id) for the organizations, then invitation and audit_event by the front of their keys.
 */
export async function findOpenInvitationsBy(tx: Transaction, userId: string) {
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
    .innerJoin('invitation as i', 'i.organizationId', 'p.organizationId')
    .innerJoin('organization as o', 'o.id', 'i.organizationId')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('auditEvent as e')
          .select('e.actorId')
          .whereRef('e.organizationId', '=', 'i.organizationId')
          .where(({ eb: of, ref }) => of('e.subjectId', '=', sql<string>`${ref('i.id')}::text`))
          .where('e.action', 'in', ['invitation.create', 'invitation.renew'])
          .orderBy('e.at', 'desc')
          .orderBy('e.id', 'desc')
          .limit(1)
          .as('sent'),
      (join) => join.onTrue(),
    )
    .select(['i.organizationId', 'o.name as organizationName', 'i.id', 'i.email'])
    .where('i.acceptedAt', 'is', null)
    .where('i.revokedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('sent.actorId', '=', userId),
        eb.exists(
          eb
            .selectFrom('apiKey as k')
            .select('k.id')
            .whereRef('k.organizationId', '=', 'i.organizationId')
            .whereRef('k.id', '=', 'sent.actorId')
            .where('k.createdByUserId', '=', userId),
        ),
      ]),
    )
    .orderBy('o.name')
    .orderBy('i.email')
    .orderBy('i.id')
    .execute();
  return rows.map((row) => ({ ...row, organizationId: mintOrganizationId(row.organizationId) }));
}
