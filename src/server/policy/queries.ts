import type { Day } from '@/domain/eol/calendar';
import type { EolPolicy, PolicyFields } from '@/domain/policy/policy';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface PolicyRow extends PolicyFields {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const RULE_COLUMNS = `id, scope, warn_on AS "warnOn", deny_on AS "denyOn", warn_days AS "warnDays",
  deny_days AS "denyDays", project_name AS "projectName", product_name AS "productName", cycle,
  cycle_operator AS "cycleOperator"`;
const COLUMNS = `${RULE_COLUMNS}, type, notary_policy AS "notaryPolicy", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/** All policies of an organization, oldest first. Plan: policy (organization_id, created_at). */
export function findPolicies(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<PolicyRow[]> {
  return db.query<PolicyRow>(
    `SELECT ${COLUMNS} FROM policy WHERE organization_id = $1 ORDER BY created_at, id`,
    [organizationId],
  );
}

/** The EOL policies, oldest first, with what evaluation needs of them. Plan: as {@link findPolicies}. */
export function findEolPolicies(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<EolPolicy[]> {
  return db.query<EolPolicy>(
    `SELECT ${RULE_COLUMNS} FROM policy
      WHERE organization_id = $1 AND type = 'EOL' ORDER BY created_at, id`,
    [organizationId],
  );
}

/** Null for a policy of another organization, too. */
export async function findPolicy(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<PolicyRow | null> {
  const [row] = await db.query<PolicyRow>(
    `SELECT ${COLUMNS} FROM policy WHERE organization_id = $1 AND id = $2`,
    [organizationId, id],
  );
  return row ?? null;
}

/** How many policies there are, and which one is the NOTARY policy. */
export async function countPolicies(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<{ readonly total: number; readonly notaryId: string | null }> {
  const [row] = await tx.query<{ total: number; notaryId: string | null }>(
    `SELECT count(*) AS total, (array_agg(id) FILTER (WHERE type = 'NOTARY'))[1] AS "notaryId"
       FROM policy WHERE organization_id = $1`,
    [organizationId],
  );
  return row ?? { total: 0, notaryId: null };
}

export async function insertPolicy(
  organizationId: OrganizationId,
  tx: Transaction,
  row: PolicyRow,
): Promise<void> {
  await tx.query(
    `INSERT INTO policy (organization_id, id, created_at, updated_at, type, scope, warn_on, deny_on, warn_days,
                         deny_days, project_name, product_name, cycle, cycle_operator, notary_policy)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [organizationId, row.id, row.createdAt, row.updatedAt, ...written(row)],
  );
}

export async function updatePolicy(
  organizationId: OrganizationId,
  tx: Transaction,
  row: PolicyRow,
): Promise<void> {
  await tx.query(
    `UPDATE policy
        SET updated_at = $3, type = $4, scope = $5, warn_on = $6, deny_on = $7, warn_days = $8, deny_days = $9,
            project_name = $10, product_name = $11, cycle = $12, cycle_operator = $13, notary_policy = $14
      WHERE organization_id = $1 AND id = $2`,
    [organizationId, row.id, row.updatedAt, ...written(row)],
  );
}

export async function removePolicy(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.query('DELETE FROM policy WHERE organization_id = $1 AND id = $2', [organizationId, id]);
}

function written(fields: PolicyFields): (Day | string | number | null)[] {
  return [
    fields.type,
    fields.scope,
    fields.warnOn,
    fields.denyOn,
    fields.warnDays,
    fields.denyDays,
    fields.projectName,
    fields.productName,
    fields.cycle,
    fields.cycleOperator,
    fields.notaryPolicy && JSON.stringify(fields.notaryPolicy),
  ];
}
