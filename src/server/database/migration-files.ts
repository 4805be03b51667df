import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFile {
  /** The folder's name, which starts with its time stamp, so that names sort in the order of their making. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file's bytes in hex, as Prisma's command line computes it. */
  readonly checksum: string;
}

/** Every `<migrationsDir>/<name>/migration.sql`, in the order they apply. */
export async function readMigrations(migrationsDir: string): Promise<MigrationFile[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = await readFile(join(migrationsDir, name, 'migration.sql'));
      return {
        name,
        sql: bytes.toString('utf8'),
        checksum: createHash('sha256').update(bytes).digest('hex'),
      };
    }),
  );
}
