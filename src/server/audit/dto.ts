import type { AuditEventRow } from './queries';

/** An entry of the audit trail as it is shown. */
export function toAuditEvent(row: AuditEventRow) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_kind: row.actorKind,
    actor_id: row.actorId,
    actor_name: row.actorName,
    remote_address: row.remoteAddress,
    request_id: row.requestId,
    action: row.action,
    subject_kind: row.subjectKind,
    subject_id: row.subjectId,
    before: row.before && { ...row.before },
    after: row.after && { ...row.after },
  };
}
