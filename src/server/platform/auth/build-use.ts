import { oncePer } from '@/server/platform/once-per';
import type { Database } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { pruneRefusedBuilds, recordRefusedBuild } from './build-repository';
import type { RefusedBuild } from './build-token';
import { WriteGate } from './write-gate';

const refusedGate = oncePer((_db: Database) => new WriteGate());

/**
 * Leaves a trace of a build's token that was not taken, where the admins of the organization that it names see it.
 * Nothing of the token is kept but who it says has signed it, and for which repository. Returns at once; those within a
 * minute of the last note are counted with the next one.
 */
export function noteRefusedBuild(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  { organizationId, issuer, repository, reason }: RefusedBuild,
  { path }: { readonly path: string },
): void {
  const at = clock.now();
  const key = JSON.stringify([issuer, repository, reason]);
  const count = refusedGate(db).take(organizationId, `${organizationId} ${key}`, at.getTime());
  if (count === 0) return;
  const note = async () => {
    const use = { issuer, repository, reason, at, count, path };
    if (await recordRefusedBuild(organizationId, db, use)) {
      await pruneRefusedBuilds(organizationId, db);
    }
  };
  note().catch((error: unknown) => {
    logger.warn({ err: error }, 'could not note a build that was refused');
  });
}
