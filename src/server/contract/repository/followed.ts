import { sql } from 'kysely';
import { coveredNames } from '@/server/coverage/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/**
 * Finds the contracts of an organization that others go on from: that cover all of the same software, by whatever name, in the
 * same place or in one that holds it, from no later than the end on, and longer. Of such a contract nothing ends.
 *
 * Plan: all lines by hash with the names of all lines: one second for 500 contracts of 50 lines, where each line looking through
 * all names took six.
 */
export async function findFollowed(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<ReadonlySet<string>> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string }>`
    WITH ${coveredNames(own)},
    ending AS (
      SELECT k.id
        FROM line w JOIN contract k ON k.organization_id = ${own} AND k.id = w.contract_id
       WHERE NOT EXISTS (
         SELECT FROM covered_name n JOIN contract o ON o.organization_id = ${own} AND o.id = n.contract_id
          WHERE n.key = w.name_key AND (n.cycle IS NULL OR n.cycle = w.cycle) AND o.id <> k.id
            AND o.starts_on <= k.ends_on AND o.ends_on > k.ends_on
            AND (o.scope = 'organization' OR o.team_id = k.team_id OR o.project_id = k.project_id
                 OR EXISTS (SELECT FROM project p
                             WHERE p.organization_id = ${own} AND p.id = k.project_id
                               AND p.owner_team_id = o.team_id))))
    SELECT DISTINCT w.contract_id AS id FROM line w WHERE w.contract_id NOT IN (SELECT id FROM ending)`.execute(
    db.sql,
  );
  return new Set(rows.map(({ id }) => id));
}
