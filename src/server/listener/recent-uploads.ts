import { oncePer } from '@/server/platform/once-per';
import { MAX_READING_BYTES, recollectionOf } from '@/server/platform/http/recent-readings';
import { RecentlyUsed } from '@/server/platform/recently-used';
import type { Passage } from '@/server/platform/http/pipeline';
import type { Deps } from '@/server/platform/deps';
import type { Route } from '@/server/platform/trpc/route-table';
import type { SbomReading } from '@/server/sbom/service/body';
import type { ScanReading } from '@/server/scan/service/upload-body';

/** Of each of both, of the texts that were read: some fifty uploads of 150 packages. The objects are about as large. */
const LIMITS = { all: 8_388_608, one: MAX_READING_BYTES };

const readingsOf = oncePer((_deps: Deps) => ({
  scans: new RecentlyUsed<ScanReading>(LIMITS),
  sboms: new RecentlyUsed<SbomReading>(LIMITS),
}));

/**
 * What uploads of the caller's organization were read as in this process, so that the same bytes are not read again. How
 * they are read depends on the route, and on what the headers say of them.
 */
export function recentUploads(deps: Deps, { caller, request }: Passage, { body, path }: Route) {
  const organizationId = caller?.active?.organizationId;
  if (organizationId === undefined) return {};
  const { scans, sboms } = readingsOf(deps);
  const said = ['content-type', 'content-encoding'].map((name) => request.headers.get(name));
  return {
    scans: recollectionOf(scans, [organizationId, path]),
    sboms: recollectionOf(sboms, [organizationId, body, ...said]),
  };
}
