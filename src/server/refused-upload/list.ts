import { addDays, dayOf, startOfDayMs } from '@/domain/eol/calendar';
import { offsetOf, toPage, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { withTotal, type PageRow } from '@/server/page-rows';
import { toRefusedUpload, type RefusedUploadRow } from './dto';
import { REFUSED_UPLOAD_PAGE } from './list-queries';

export interface RefusedUploadQuery extends PageRequest {
  /** Only those of as many UTC days, today included. */
  readonly days?: number | null | undefined;
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
  return toPage(items.map(toListed), total, page);
}

function toListed(row: RefusedUploadRow) {
  const { faults, ...upload } = toRefusedUpload(row);
  return { ...upload, faultCount: faults.length, faults: faults.slice(0, MAX_FAULTS_SHOWN) };
}
