import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface AuditEventRow {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: 'person' | 'api_key';
  readonly actorId: string;
  readonly actorName: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly before: object | null;
  readonly after: object | null;
}

export async function insertAuditEvent(
  organizationId: OrganizationId,
  tx: Transaction,
  row: AuditEventRow,
): Promise<void> {
  await tx.query(
    `INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, actor_name, remote_address,
                              request_id, action, subject_kind, subject_id, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      organizationId,
      row.id,
      row.at,
      row.actorKind,
      row.actorId,
      row.actorName,
      row.remoteAddress,
      row.requestId,
      row.action,
      row.subjectKind,
      row.subjectId,
      row.before && JSON.stringify(row.before),
      row.after && JSON.stringify(row.after),
    ],
  );
}

/** An entry of the installation's trail: what belongs to no organization. */
export interface InstallationAuditEventRow extends Omit<AuditEventRow, 'before' | 'after'> {
  readonly detail: object;
}

/** Adds to what outlives the organizations. */
export async function insertInstallationAuditEvent(
  tx: Transaction,
  row: InstallationAuditEventRow,
): Promise<void> {
  await tx.query(
    `INSERT INTO installation_audit_event (id, at, actor_kind, actor_id, actor_name, remote_address,
                                           request_id, action, subject_kind, subject_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.id,
      row.at,
      row.actorKind,
      row.actorId,
      row.actorName,
      row.remoteAddress,
      row.requestId,
      row.action,
      row.subjectKind,
      row.subjectId,
      JSON.stringify(row.detail),
    ],
  );
}
