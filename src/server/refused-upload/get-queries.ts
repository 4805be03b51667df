/** One refused upload. $1 organization, $2 id. Plan: primary key. */
export const REFUSED_UPLOAD = `
SELECT id, refused_at AS "refusedAt", path, caller_kind AS "callerKind", caller_name AS "callerName",
  remote_address AS "remoteAddress", request_id AS "requestId", status, faults
FROM refused_upload WHERE organization_id = $1 AND id = $2`;
