/**
 * A page of an organization's audit trail, newest first. $1 organization, $2 action or the first part of
 * one, $3 id of an actor or folded text of its name (null in $2 and $3: any), $4 limit, $5 offset.
 *
 * Plan: audit_event_organization_id_at_id_idx in order, stopping after the page; the total reads the
 * organization's part of the index, or of the table when something is filtered.
 */
export const AUDIT_PAGE = `
WITH matching AS (
  SELECT * FROM audit_event
  WHERE organization_id = $1
    AND ($2::text IS NULL OR action = $2 OR starts_with(action, $2 || '.'))
    AND ($3::text IS NULL OR actor_id::text = $3 OR strpos(lower(actor_name), $3) > 0)
), page AS (
  SELECT * FROM matching ORDER BY at DESC, id DESC LIMIT $4 OFFSET $5
)
SELECT counted.total, page.id, page.at, page.actor_kind AS "actorKind", page.actor_id AS "actorId",
  page.actor_name AS "actorName", page.remote_address AS "remoteAddress", page.request_id AS "requestId",
  page.action, page.subject_kind AS "subjectKind", page.subject_id AS "subjectId", page.before, page.after
FROM (SELECT count(*) AS total FROM matching) counted
LEFT JOIN page ON true
ORDER BY page.at DESC, page.id DESC`;
