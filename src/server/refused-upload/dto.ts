/** As `recordRefusedUpload` writes them: a place and what is wrong there, or a message alone. */
interface StoredFault {
  readonly loc?: readonly (string | number)[];
  readonly msg: string;
}

export interface RefusedUploadRow {
  readonly id: string;
  readonly refusedAt: Date;
  readonly path: string;
  readonly callerKind: 'person' | 'api_key';
  readonly callerName: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly status: number;
  readonly faults: readonly StoredFault[];
}

/** A refused upload as it is shown, with all of its faults: keys and indexes in the body with dots between. */
export function toRefusedUpload(row: RefusedUploadRow) {
  return {
    id: row.id,
    refusedDate: row.refusedAt.toISOString(),
    path: row.path,
    callerKind: row.callerKind,
    callerName: row.callerName,
    remoteAddress: row.remoteAddress,
    requestId: row.requestId,
    status: row.status,
    faults: row.faults.map(({ loc = [], msg }) => ({
      // Every fault is the body's.
      where: loc.filter((part, index) => index > 0 || part !== 'body').join('.'),
      message: msg,
    })),
  };
}
