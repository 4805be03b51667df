import type { RefusedUploadRow } from './repository';

/** As `recordRefusedUpload` writes them: a place and what is wrong there, or a message alone. */
export interface StoredFault {
  readonly loc?: readonly (string | number)[];
  readonly msg: string;
}

/** Makes a refused upload as it is shown, with all of its faults: keys and indexes in the body with dots between. */
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
