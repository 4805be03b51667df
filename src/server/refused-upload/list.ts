import { addDays, dayOf, startOfDayMs } from '@/domain/eol/calendar';
import { offsetOf, toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { withTotal, type PageRow } from '@/server/page-rows';
import { REFUSED_UPLOAD_PAGE } from './list-queries';

export interface RefusedUploadQuery extends PageRequest {
  /** Only those of as many UTC days, today included. */
  readonly days?: number | null | undefined;
}

/** As `recordRefusedUpload` writes them: a place and what is wrong there, or a message alone. */
interface StoredFault {
  readonly loc?: readonly (string | number)[];
  readonly msg: string;
}

interface RefusedUploadRow {
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

/** As much as a row can show. */
const MAX_FAULTS_SHOWN = 5;

/** A page of the uploads that were not accepted, newest first. */
export async function listRefusedUploads(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  { days, ...page }: RefusedUploadQuery,
) {
  const from = days ? new Date(startOfDayMs(addDays(dayOf(clock.now()), 1 - days))) : null;
  const rows = await db.query<PageRow<RefusedUploadRow>>(REFUSED_UPLOAD_PAGE, [
    organizationId,
    from,
    page.size,
    offsetOf(page),
  ]);
  const { items, total } = withTotal<RefusedUploadRow>(rows);
  return toPage(items.map(toRefusedUpload), total, page);
}

function toRefusedUpload(row: RefusedUploadRow) {
  return {
    id: row.id,
    refusedDate: row.refusedAt.toISOString(),
    path: row.path,
    callerKind: row.callerKind,
    callerName: row.callerName,
    remoteAddress: row.remoteAddress,
    requestId: row.requestId,
    status: row.status,
    faultCount: row.faults.length,
    faults: row.faults.slice(0, MAX_FAULTS_SHOWN).map(({ loc = [], msg }) => ({
      // Every fault is the body's.
      where: loc.filter((part, index) => index > 0 || part !== 'body').join('.'),
      message: msg,
    })),
  };
}
