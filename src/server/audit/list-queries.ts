const COLUMNS = `id, at, actor_kind AS "actorKind", actor_id AS "actorId", actor_name AS "actorName",
  remote_address AS "remoteAddress", request_id AS "requestId", action, subject_kind AS "subjectKind",
  subject_id AS "subjectId", before, after`;

/**
 * A page of an organization's audit trail, newest first. $1 organization, $2 action or the first part of
 * one, $3 id of an actor or folded text of its name, $4 the instant from which on, $5 the instant before
 * which (null in $2 to $5: any), $6 limit, $7 offset.
 *
 * Plan: audit_event_organization_id_at_id_idx in order, stopping after the page; the total by an index-only scan
 * of the organization's part, or by the table when something is filtered. Kept apart on purpose: as one
 * materialized list, a page of 50,000 entries took eight times as long.
 */
export const AUDIT_PAGE = `
WITH matching AS NOT MATERIALIZED (
  SELECT * FROM audit_event
  WHERE organization_id = $1
    AND ($2::text IS NULL OR action = $2 OR starts_with(action, $2 || '.'))
    AND ($3::text IS NULL OR actor_id::text = $3 OR strpos(lower(actor_name), $3) > 0)
    AND ($4::timestamptz IS NULL OR at >= $4)
    AND ($5::timestamptz IS NULL OR at < $5)
), page AS (
  SELECT * FROM matching ORDER BY at DESC, id DESC LIMIT $6 OFFSET $7
)
SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM matching) counted
LEFT JOIN (SELECT ${COLUMNS} FROM page) page ON true
ORDER BY page.at DESC, page.id DESC`;

/**
 * A page of what belongs to no organization, newest first; the parameters are those of {@link AUDIT_PAGE} from
 * $2 on, numbered from $1. Plan: installation_audit_event_at_idx in order, stopping after the page.
 */
export const INSTALLATION_AUDIT_PAGE = `
WITH matching AS NOT MATERIALIZED (
  SELECT * FROM installation_audit_event
  WHERE ($1::text IS NULL OR action = $1 OR starts_with(action, $1 || '.'))
    AND ($2::text IS NULL OR actor_id::text = $2 OR strpos(lower(actor_name), $2) > 0)
    AND ($3::timestamptz IS NULL OR at >= $3)
    AND ($4::timestamptz IS NULL OR at < $4)
), page AS (
  SELECT * FROM matching ORDER BY at DESC, id DESC LIMIT $5 OFFSET $6
)
SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM matching) counted
LEFT JOIN (
  SELECT id, at, actor_kind AS "actorKind", actor_id AS "actorId", actor_name AS "actorName",
         remote_address AS "remoteAddress", request_id AS "requestId", action,
         subject_kind AS "subjectKind", subject_id AS "subjectId", detail
    FROM page
) page ON true
ORDER BY page.at DESC, page.id DESC`;

/** One entry. $1 organization, $2 id. Plan: primary key. */
export const AUDIT_EVENT = `SELECT ${COLUMNS} FROM audit_event WHERE organization_id = $1 AND id = $2`;
