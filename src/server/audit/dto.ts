import type { AuditEventRow, InstallationAuditEventRow } from './repository';

/** Makes an entry of the audit trail as it is shown. */
export function toAuditEvent(row: AuditEventRow) {
  return {
    ...traceOf(row),
    before: row.before && { ...row.before },
    after: row.after && { ...row.after },
    imported_at: row.importedAt?.toISOString() ?? null,
  };
}

/** Makes an entry of the installation's trail as it is shown to operators. */
export function toInstallationAuditEvent(row: InstallationAuditEventRow) {
  return { ...traceOf(row), detail: { ...row.detail } };
}

function traceOf(row: Omit<AuditEventRow, 'before' | 'after' | 'importedAt'>) {
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
  };
}
