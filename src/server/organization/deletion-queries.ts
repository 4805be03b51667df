/**
 * The statements of an organization's deletion, in the order in which they run. $1 organization.
 *
 * The database itself removes what hangs below each row; the last statement takes whatever is left.
 */

/** From here on nothing can be added to the organization: a row that refers to it wants this one shared. */
export const LOCK_FOR_DELETION = `
SELECT id, name, idp_id AS "idpId", created_by_api_key_id AS "createdByApiKeyId",
  created_at AS "createdAt", updated_at AS "updatedAt"
FROM organization WHERE id = $1 FOR UPDATE`;

/**
 * Image tags, scans and findings go with the projects. They go first, because an inventory that one of them
 * refers to cannot be deleted.
 */
export const DELETE_PROJECTS = 'DELETE FROM project WHERE organization_id = $1';

/**
 * The organization itself, and with it its audit trail: the app may not delete either, the database does it in
 * one with the row that remains of it. $2 to $8 that row: id, at, who (kind, id, name), from where, request.
 */
export const DELETE_ORGANIZATION = 'SELECT delete_organization($1, $2, $3, $4, $5, $6, $7, $8)';
