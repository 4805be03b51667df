import { z } from 'zod';

/** Raised when a reader of today could not read what is written from then on. */
export const BACKUP_FORMAT = 1;

const sha256 = z.string().regex(/^[\da-f]{64}$/);

/** A migration that the schema of a database came from. */
export const appliedMigration = z.object({ name: z.string(), checksum: sha256 });
export type AppliedMigration = z.infer<typeof appliedMigration>;

/** The first entry of a backup: what is known before its rows are read. */
export const backupHead = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** The version of the program that made it. */
  release: z.string(),
  madeAt: z.iso.datetime(),
  /** The version of PostgreSQL that it was read from. */
  postgres: z.string(),
  /** Tells two values of `AUTH_SECRET` apart, and nothing else of them. */
  secretFingerprint: z.string(),
  /** In the order in which they were applied. */
  migrations: z.array(appliedMigration).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })).min(1),
});
export type BackupHead = z.infer<typeof backupHead>;

/** The last entry of a backup: what its other entries have to come to. */
export const backupContents = z.object({
  headSha256: sha256,
  tables: z.array(
    z.object({ name: z.string(), rows: z.int().min(0), bytes: z.int().min(0), sha256 }),
  ),
  /** Where sequences stood that had given out a number. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) })),
  /** Files beside the database, sealed. */
  files: z.array(z.object({ name: z.string(), sha256 })),
});
export type BackupContents = z.infer<typeof backupContents>;

const anyFormat = z.object({ format: z.int(), release: z.string() });

/** Whether a first entry is one of a later format than this version reads; its release when so. */
export function laterFormatOf(head: unknown): string | null {
  const parsed = anyFormat.safeParse(head).data;
  return parsed && parsed.format > BACKUP_FORMAT ? parsed.release : null;
}

/** Says why a backup cannot be restored by a version with these migrations; null when it can. */
export function refusalOf(
  { migrations, release }: Pick<BackupHead, 'migrations' | 'release'>,
  known: ReadonlyMap<string, string>,
): string | null {
  for (const { name, checksum } of migrations) {
    const expected = known.get(name);
    if (expected === undefined)
      return `The backup is newer than this version of the program: version ${release} made it, and it holds the migration ${name}, which this version does not know. Restore it with that version or a later one.`;
    if (expected !== checksum)
      return `The backup holds the migration ${name} in another form than this version has, as a version between two releases may have made it. Restore it with the version that made it (${release}), then start this one on what was restored.`;
  }
  return null;
}

const stampOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The name of a backup that somebody makes at a time. */
export function backupName(at: Date): string {
  return `eventide-${stampOf(at)}.tar.gz`;
}

const beginningOf = (database: string) => `eventide-scheduled-${database}-`;

/**
 * The name of a backup that the schedule makes at a time. Names of one database sort by it.
 * @param database tells it from others whose backups may lie in the same folder: hex digits
 */
export function scheduledName(database: string, at: Date): string {
  return `${beginningOf(database)}${stampOf(at)}.tar.gz`;
}

/** The name of the file that says that the scheduled backups of a database are kept in the folder. */
export function keptHereName(database: string): string {
  return `${beginningOf(database)}are-kept-here`;
}

/**
 * Of the files of a folder, the scheduled backups of a database beyond the newest `keep`. Files with other names are
 * nobody's to remove. One from after `at`, when a clock was wrong, neither counts nor goes before its time has come: it
 * would take the place of newer ones.
 */
export function outlived(
  names: readonly string[],
  { database, keep, at }: { readonly database: string; readonly keep: number; readonly at: Date },
): string[] {
  const newest = scheduledName(database, at);
  return scheduledBackups(names, database, /^\d{8}T\d{6}Z\.tar\.gz$/)
    .filter((name) => name <= newest)
    .toSorted()
    .toReversed()
    .slice(keep);
}

/** Of the files of a folder, what scheduled backups of a database left that were never finished. */
export function unfinished(names: readonly string[], database: string): string[] {
  return scheduledBackups(names, database, /^\d{8}T\d{6}Z\.tar\.gz\.[\da-f]{12}\.partial$/);
}

function scheduledBackups(names: readonly string[], database: string, rest: RegExp): string[] {
  const beginning = beginningOf(database);
  return names.filter(
    (name) => name.startsWith(beginning) && rest.test(name.slice(beginning.length)),
  );
}
