import { v7 as uuidv7 } from 'uuid';
import { addDays, type Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { COMMAND_LINE } from '@/server/operator/service';
import type { SeedNote } from '../../../prisma/seed/organization/notes';
import type { SeedPolicy } from '../../../prisma/seed/organization/policies';

/**
 * Empties the tables of organizations and people. Only for a database that holds nothing but the demo. What the
 * installation's trail says of the demo before stays in it, as everything there does.
 */
export async function removeEverything(db: Transaction): Promise<void> {
  const { id, kind, name, origin } = COMMAND_LINE;
  // Rows that would hold an inventory go first, as in every deletion of an organization.
  await db.query('DELETE FROM project');
  await db.query(
    `SELECT delete_organization(o.id, gen_random_uuid(), now(), $1, $2, $3, $4, $5) FROM organization o`,
    [kind, id, name, origin.remoteAddress, origin.requestId],
  );
  await db.query('DELETE FROM app_user');
  await db.query('DELETE FROM installation_setting');
}

export async function insertPolicy(
  organizationId: OrganizationId,
  db: Transaction,
  policy: SeedPolicy,
  { at, today }: { at: Date; today: Day },
): Promise<void> {
  const dayOrNull = (daysAgo: number | undefined) =>
    daysAgo === undefined ? null : addDays(today, -daysAgo);
  await db.query(
    `INSERT INTO policy (organization_id, id, type, scope, warn_on, deny_on, warn_days, deny_days,
                         project_name, product_name, cycle, cycle_operator, created_at, updated_at)
     VALUES ($1, $2, 'EOL', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [
      organizationId,
      uuidv7(),
      policy.scope,
      dayOrNull(policy.warnOnDaysAgo),
      dayOrNull(policy.denyOnDaysAgo),
      policy.warnDays ?? null,
      policy.denyDays ?? null,
      policy.projectName ?? null,
      policy.productName ?? null,
      policy.cycle ?? null,
      policy.cycleOperator ?? null,
      at,
    ],
  );
}

export async function insertNote(
  organizationId: OrganizationId,
  db: Transaction,
  note: SeedNote,
  at: Date,
): Promise<void> {
  const { productName, content, author } = note;
  await db.query(
    `INSERT INTO note (organization_id, id, product_name, product_key, eol_software, content, user_profile,
                       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $3, $5, $6, $7, $7)`,
    [organizationId, uuidv7(), productName, identityOf(productName), content, author, at],
  );
}

/** The id of a live project. */
export async function findProjectId(
  organizationId: OrganizationId,
  db: Transaction,
  name: string,
): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    'SELECT id FROM project WHERE organization_id = $1 AND name_key = $2 AND deleted_at IS NULL',
    [organizationId, identityOf(name)],
  );
  return row?.id ?? null;
}

/** Gives each key the time of the last scan that came with it. */
export async function noteLastUses(organizationId: OrganizationId, db: Transaction): Promise<void> {
  await db.query(
    `UPDATE api_key k SET last_used_at = s.last
       FROM (SELECT caller_id, max(accepted_at) AS last FROM scan WHERE organization_id = $1 GROUP BY caller_id) s
      WHERE k.organization_id = $1 AND k.id = s.caller_id`,
    [organizationId],
  );
}
