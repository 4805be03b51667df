import { isSameRevision, type RevisionIdentity } from '@/domain/catalog/view';
import { DAY_MS, dayOf, type Day } from '@/domain/eol/calendar';
import type { ServedCatalog } from '@/domain/scanner-database/rows';
import { isArchiveName, listingUrl } from '@/domain/scanner-database/feed';
import type { Transaction } from '@/server/platform/db/db';
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
/** Times that it is begun at most when the catalog changes before it can be built. */
const MAX_STARTS = 5;

/** The catalog as this process has it loaded, without what organizations added to it. */
export interface SharedCatalog {
  current(): ServedCatalog & RevisionIdentity;
  /** Reads the changes since the last read. */
  refresh(): Promise<void>;
  /** Finds the state that the catalog has in the database. */
  stateIn(tx: Transaction): Promise<RevisionIdentity>;
}

/** The scanner's database, for every process of the installation the same. */
export interface ScannerDatabases {
  /** Gives the archive to offer, of today's day and of the catalog as it is; built when there is none yet. */
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
  let known: Known | null = null;
  let building: Promise<Known> | null = null;

  function hold(archive: BuiltArchive): void {
    held.set(archive.name, archive);
    const [oldest] = held.keys();
    if (held.size > HELD_ARCHIVES && oldest !== undefined) held.delete(oldest);
  }

  async function bringUpToDate(): Promise<Known> {
    for (let start = 1; start <= MAX_STARTS; start += 1) {
      await deps.catalog.refresh();
      const outcome = await newestOrBuilt(deps);
      if (!outcome) continue;
      if (outcome.built) hold(outcome.built);
      return outcome;
    }
    throw new Error(
      'The catalog has changed each time that the database for scanners was to be built',
    );
  }

  return {
    async newest() {
      const today = dayOf(deps.clock.now());
      // By what it is of: what was built of a catalog that a failover lost is not offered any more.
      if (known?.day === today && isSameRevision(known.catalog, deps.catalog.current()))
        return known.archive;
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
      return known.archive;
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

/** The archive to offer on a day, while the catalog is what it is of. */
interface Known {
  readonly archive: StoredArchive;
  readonly catalog: RevisionIdentity;
  readonly day: Day;
}

interface Outcome extends Known {
  /** Null when it was there already. */
  readonly built: BuiltArchive | null;
}

/** Null when this process does not know the catalog as it is by now: nothing is built of another one. */
async function newestOrBuilt({
  db,
  clock,
  logger,
  catalog,
}: DatabaseDeps): Promise<Outcome | null> {
  const startedAtMs = performance.now();
  const found = await db.transaction(async (tx): Promise<Outcome | null> => {
    await lockBuilding(tx);
    const present = await catalog.stateIn(tx);
    const now = clock.now();
    const day = dayOf(now);
    const newest = await findNewestArchive(tx);
    if (newest?.catalogRevision === present.revision && newest.builtOn >= day)
      return { archive: newest, built: null, catalog: present, day };
    const loaded = catalog.current();
    if (!isSameRevision(loaded, present)) return null;
    const built = await buildArchive(loaded, laterThan(newest, now));
    const archive = { ...built, catalogRevision: present.revision, builtOn: day };
    await storeArchive(tx, archive, new Date(now.getTime() - KEPT_MS));
    return { archive, built, catalog: present, day };
  });
  if (found?.built) {
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
