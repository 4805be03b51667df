import { runningSince } from '@/domain/cluster/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anythingRuns } from '@/server/running/service';
import { findHeard, type HeardImage } from '../repository/rules';

/** What clusters run, as far as they told. */
export interface Heard {
  /** What they ran when they were last heard of, however long ago. */
  readonly heard: readonly HeardImage[];
  /** What of it runs: it was heard of within a week. */
  readonly running: readonly HeardImage[];
}

/** Reads which images clusters run, retired ones as well. */
export async function heardImages(
  organizationId: OrganizationId,
  db: Transaction,
  now: Date,
): Promise<Heard> {
  if (!(await anythingRuns({ db }, organizationId))) return { heard: [], running: [] };
  const heard = await findHeard(organizationId, db);
  const since = runningSince(now);
  return { heard, running: heard.filter(({ heardAt }) => heardAt >= since) };
}
