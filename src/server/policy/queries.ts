/**
 * All policies of an organization, oldest first. $1 organization.
 *
 * Plan: policy_organization_id_created_at_idx; some dozens of rows.
 */
export const POLICIES = `
SELECT id, type, scope, warn_on AS "warnOn", deny_on AS "denyOn", warn_days AS "warnDays",
  deny_days AS "denyDays", project_name AS "projectName", product_name AS "productName", cycle,
  cycle_operator AS "cycleOperator", notary_policy AS "notaryPolicy", created_at AS "createdAt",
  updated_at AS "updatedAt"
FROM policy
WHERE organization_id = $1
ORDER BY created_at, id`;
