import { listingUrl } from '@/domain/scanner-database/feed';
import type { Deps } from '@/server/deps';
import { findNewestSize } from './repository';

/** Where scanners find their database, and what it is now; `archive` null until the first scanner asks for it. */
export async function scannerDatabaseFacts({ db, env, catalog }: Deps) {
  const archive = await findNewestSize(db);
  return {
    listing_url: listingUrl(env.publicUrl),
    archive: archive && {
      built_at: archive.builtAt.toISOString(),
      size_bytes: archive.sizeBytes,
      /** False while the catalogue is newer: the next scanner that asks is given a new one. */
      is_current: archive.catalogRevision >= catalog.current().revision,
    },
  };
}
