import type { Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/**
 * Forgets a person's browsers altogether, so that neither where they were nor the organization they acted in
 * counts for whoever comes next. Plan: user_session (user_id, last_seen_at).
 *
 * @returns how many sessions held until now
 */
export async function deleteSessionsOf(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<number> {
  const rows = await tx.query<{ held: boolean }>(
    `DELETE FROM user_session WHERE user_id = $1
     RETURNING revoked_at IS NULL AND expires_at > $2 AS held`,
    [userId, now],
  );
  return rows.filter(({ held }) => held).length;
}

export interface KeyOfPerson {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The keys behind which a person stands, in whatever organization. Plan: api_key (created_by_user_id). */
export function findKeysOfPerson(tx: Transaction, userId: string): Promise<KeyOfPerson[]> {
  return tx.query<KeyOfPerson>(
    `SELECT k.organization_id AS "organizationId", o.name AS "organizationName", k.id, k.name, k.role
       FROM api_key k JOIN organization o ON o.id = k.organization_id
      WHERE k.created_by_user_id = $1 AND k.revoked_at IS NULL
      ORDER BY o.name, k.name, k.id
        FOR NO KEY UPDATE OF k`,
    [userId],
  );
}

export interface SentInvitation {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly id: string;
  readonly email: string;
}

/**
 * The invitations of a person, or of a key behind which they stand, that nobody has answered yet: who sent one
 * last, the audit trail knows. Asked once in the life of an account. Plan: membership (user_id) and api_key
 * (created_by_user_id) for the organizations, then invitation and audit_event by the front of their keys.
 */
export function findOpenInvitationsBy(tx: Transaction, userId: string): Promise<SentInvitation[]> {
  return tx.query<SentInvitation>(
    `WITH place AS (
       SELECT organization_id FROM membership WHERE user_id = $1
       UNION SELECT organization_id FROM api_key WHERE created_by_user_id = $1
     )
     SELECT i.organization_id AS "organizationId", o.name AS "organizationName", i.id, i.email
       FROM place p
       JOIN invitation i ON i.organization_id = p.organization_id
       JOIN organization o ON o.id = i.organization_id
       JOIN LATERAL (
         SELECT e.actor_id FROM audit_event e
          WHERE e.organization_id = i.organization_id AND e.subject_id = i.id::text
            AND e.action IN ('invitation.create', 'invitation.renew')
          ORDER BY e.at DESC, e.id DESC LIMIT 1) sent ON true
      WHERE i.accepted_at IS NULL AND i.revoked_at IS NULL
        AND (sent.actor_id = $1 OR EXISTS (
              SELECT FROM api_key k WHERE k.organization_id = i.organization_id
                 AND k.id = sent.actor_id AND k.created_by_user_id = $1))
      ORDER BY o.name, i.email, i.id`,
    [userId],
  );
}
