/**
 * A page of an organization's refused uploads, newest first. $1 organization, $2 the instant from which on,
 * null for any; $3 limit, $4 offset.
 *
 * Plan: one scan of the organization's entries, a thousand at most, sorted once.
 */
export const REFUSED_UPLOAD_PAGE = `
WITH matching AS (
  SELECT * FROM refused_upload
  WHERE organization_id = $1 AND ($2::timestamptz IS NULL OR refused_at >= $2)
), page AS (
  SELECT * FROM matching ORDER BY refused_at DESC, id DESC LIMIT $3 OFFSET $4
)
SELECT counted.total, page.id, page.refused_at AS "refusedAt", page.path, page.caller_kind AS "callerKind",
  page.caller_name AS "callerName", page.remote_address AS "remoteAddress",
  page.request_id AS "requestId", page.status, page.faults
FROM (SELECT count(*) AS total FROM matching) counted
LEFT JOIN page ON true
ORDER BY page.refused_at DESC, page.id DESC`;
