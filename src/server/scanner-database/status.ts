import { listingUrl } from '@/domain/scanner-database/feed';
import type { Deps } from '@/server/deps';
import { findNewestArchiveSize } from './repository';

/** Where scanners get their database, and what lies there now. Building one is left to the next scanner that asks. */
export async function scannerDatabaseStatus({ db, env }: Pick<Deps, 'db' | 'env'>) {
  const newest = await findNewestArchiveSize(db);
  return {
    listingUrl: listingUrl(env.publicUrl),
    archive: newest && {
      name: newest.name,
      builtAt: newest.builtAt.toISOString(),
      sizeBytes: newest.sizeBytes,
      sha256: newest.sha256,
    },
  };
}
