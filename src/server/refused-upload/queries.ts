import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** Older records make room: a client that fails in a loop must not fill the disk. */
const MAX_RECORDS = 1000;

export interface NewRefusedUpload {
  readonly id: string;
  readonly refusedAt: Date;
  readonly path: string;
  readonly callerKind: 'person' | 'api_key';
  readonly callerId: string;
  readonly callerName: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly status: number;
  readonly faults: readonly object[];
}

/** Inserts a record and drops those beyond the newest thousand (an index range behind refused_at). */
export async function insertRefusedUpload(
  organizationId: OrganizationId,
  db: Transaction,
  refused: NewRefusedUpload,
): Promise<void> {
  await db.query(
    `WITH surplus AS (
       DELETE FROM refused_upload
        WHERE organization_id = $1 AND id IN (
          SELECT id FROM refused_upload WHERE organization_id = $1
           ORDER BY refused_at DESC, id DESC OFFSET ${String(MAX_RECORDS - 1)})
     )
     INSERT INTO refused_upload (organization_id, id, refused_at, path, caller_kind, caller_id, caller_name,
                                 remote_address, request_id, status, faults)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      organizationId,
      refused.id,
      refused.refusedAt,
      refused.path,
      refused.callerKind,
      refused.callerId,
      refused.callerName,
      refused.remoteAddress,
      refused.requestId,
      refused.status,
      JSON.stringify(refused.faults),
    ],
  );
}
