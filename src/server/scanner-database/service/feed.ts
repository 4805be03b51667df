import { DAY_MS, dayOf, type Day } from '@/domain/eol/calendar';
import type { ServedCatalog } from '@/domain/scanner-database/rows';
import { isArchiveName, listingUrl } from '@/domain/scanner-database/feed';
import type { Deps } from '@/server/platform/deps';
import { buildArchive, type BuiltArchive } from './build';
import {
  findArchive,
  findNewestArchive,
  findNewestArchiveSize,
  lockBuilding,
  storeArchive,
  type StoredArchive,
} from '@/server/scanner-database/repository';

/**
 * Milliseconds that an archive can be had: a day at least after the next day's replaced it, for listings that name
 * it.
 */
const KEPT_MS = 2 * DAY_MS;
/** Archives whose bytes are held in memory: the newest, and the one before it. */
const HELD_ARCHIVES = 2;

/** The catalog as this process has it loaded, without what organizations added to it. */
export interface SharedCatalog {
  current(): ServedCatalog & { readonly revision: number };
}

/** The scanner's database, for every process of the installation the same. */
export interface ScannerDatabases {
  /**
   * Gives the archive to offer, of today's day and of no older catalog than this process knows; built when there is
   * none yet.
   */
  newest(): Promise<StoredArchive>;
  /** Gives the bytes of an archive that some listing named, or null. */
  archive(name: string): Promise<BuiltArchive | null>;
}

export type DatabaseDeps = Pick<Deps, 'db' | 'clock' | 'logger'> & {
  readonly catalog: SharedCatalog;
};

/**
 * Gives the archives, which live in the database: a listing that one process gave names archives that every other
 * can answer with, after a restart too. They are built when a listing is asked for and none fits, by one process at
 * a time.
 */
export function scannerDatabases(deps: DatabaseDeps): ScannerDatabases {
  const held = new Map<string, BuiltArchive>();
  let known: StoredArchive | null = null;
  let building: Promise<StoredArchive> | null = null;

  function hold(archive: BuiltArchive): void {
    held.set(archive.name, archive);
    const [oldest] = held.keys();
    if (held.size > HELD_ARCHIVES && oldest !== undefined) held.delete(oldest);
  }

  async function bringUpToDate(): Promise<StoredArchive> {
    const { archive, built } = await newestOrBuilt(deps);
    if (built) hold(built);
    return archive;
  }

  return {
    async newest() {
      if (known && fits(known, deps.catalog.current().revision, dayOf(deps.clock.now())))
        return known;
      building ??= bringUpToDate().finally(() => {
        building = null;
      });
      try {
        known = await building;
      } catch (error) {
        // Yesterday's database beats none: a scanner without one ends with an error.
        if (!known) throw error;
        deps.logger.error(
          { err: error },
          'the database for scanners could not be brought up to date',
        );
      }
      return known;
    },

    async archive(name) {
      const inMemory = held.get(name);
      if (inMemory) return inMemory;
      const stored = isArchiveName(name) ? await findArchive(deps.db, name) : null;
      if (stored) hold(stored);
      return stored;
    },
  };
}

/**
 * Tells whether an archive fits. Another process may know a newer catalog: what it built is not replaced by an
 * older one.
 */
function fits(archive: StoredArchive, revision: number, today: Day): boolean {
  const { catalogRevision, builtOn } = archive;
  return catalogRevision > revision || (catalogRevision === revision && builtOn >= today);
}

interface Outcome {
  readonly archive: StoredArchive;
  /** Null when it was there already. */
  readonly built: BuiltArchive | null;
}

async function newestOrBuilt({ db, clock, logger, catalog }: DatabaseDeps): Promise<Outcome> {
  const startedAtMs = performance.now();
  const found = await db.transaction(async (tx): Promise<Outcome> => {
    await lockBuilding(tx);
    const loaded = catalog.current();
    const { revision } = loaded;
    const now = clock.now();
    const newest = await findNewestArchive(tx);
    if (newest && fits(newest, revision, dayOf(now))) return { archive: newest, built: null };
    const built = await buildArchive(loaded, laterThan(newest, now));
    const archive = { ...built, catalogRevision: revision, builtOn: dayOf(now) };
    await storeArchive(tx, archive, new Date(now.getTime() - KEPT_MS));
    return { archive, built };
  });
  if (found.built) {
    logger.info(
      {
        event: 'scanner-database',
        name: found.built.name,
        catalogRevision: found.archive.catalogRevision,
        sizeBytes: found.built.content.byteLength,
        durationMs: Math.round(performance.now() - startedAtMs),
      },
      'built the database for scanners',
    );
  }
  return found;
}

/** Gives whole seconds, later than the archive before: the scanner takes nothing that is not newer than what it has. */
function laterThan(newest: StoredArchive | null, now: Date): Date {
  const seconds = Math.floor(now.getTime() / 1_000);
  const before = newest ? Math.floor(newest.builtAt.getTime() / 1_000) : 0;
  return new Date(Math.max(seconds, before + 1) * 1_000);
}

/** Tells the scanners' address and its present archive. Building one is left to the next scanner that asks. */
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
