import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync, zstdDecompressSync } from 'node:zlib';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { restoreBackup } from '@/server/backup/service/restore';
import { verifyBackup } from '@/server/backup/service/verify';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { migrationNames } from '@/server/platform/db/migrate';
import { createLogger } from '@/server/platform/log';
import type { Job } from '../job';
import { Installation } from '../world';

const logger = createLogger('silent');
const DUMPS = resolve('e2e/upgrades/dumps');
const EDITIONS = resolve('e2e/upgrades/editions');
const MIGRATIONS = resolve('prisma/migrations');
/** A version from which many migrations lead to this one, and which has data for them. */
const DUMP = /^20-/;

export interface OldInstallation {
  readonly folder: string;
  /** The rows of each table that the version before had. */
  readonly rows: Readonly<Record<string, number>>;
  remove(): Promise<void>;
}

/** Makes a data folder as an earlier version has left it: a round takes a copy of it. */
export async function prepareOld(): Promise<OldInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-kills-old-'));
  await chmod(folder, 0o755);
  const dump = (await readdir(DUMPS)).find((name) => DUMP.test(name)) ?? '';
  const file = join(folder, 'dump.tar.gz');
  await writeFile(
    file,
    gzipSync(zstdDecompressSync(await readFile(join(DUMPS, dump))), { level: 1 }),
  );
  const { head, contents } = await verifyBackup(file);
  const migrationsDir = join(folder, 'migrations');
  for (const { name, checksum } of head.migrations) {
    await cp(join(MIGRATIONS, name), join(migrationsDir, name), { recursive: true });
    const edition = join(EDITIONS, `${name}-${checksum.slice(0, 8)}.sql`);
    await cp(edition, join(migrationsDir, name, 'migration.sql')).catch(() => undefined);
  }
  const postgres = await startEmbeddedPostgres({ dataDir: folder, logger, durable: true });
  await restoreBackup({
    connection: postgres.owner.connection,
    ...{ file, migrationsDir, logger, dataDir: folder },
    ...{ authSecret: undefined, acceptsOtherSecret: true },
  });
  await postgres.stop();
  await Promise.all([file, migrationsDir].map((path) => rm(path, { recursive: true })));
  const rows = Object.fromEntries(contents.tables.map((table) => [table.name, table.rows]));
  return {
    folder,
    rows,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** A start that brings an older database to this version: what was cut off is done by the next one, and no row is lost. */
export function migration({ folder, rows }: OldInstallation, smtpUrl: string): Job {
  return {
    name: 'migration',
    needsServer: false,
    installation: async () => {
      const copy = await mkdtemp(join(tmpdir(), 'eventide-kills-migration-'));
      await chmod(copy, 0o755);
      // With the owners that the files have: PostgreSQL takes no others.
      await promisify(execFile)('cp', ['-a', `${folder}/.`, copy]);
      return Installation.in(smtpUrl, copy);
    },
    async begin(installation) {
      const server = await installation.launch();
      const ended = (async () => {
        while (server.isRunning) {
          const isUp = await fetch(`${server.origin}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
          if (isUp) return;
          await sleep(20);
        }
      })();
      const check = async () => {
        const applied = await installation.ask<{ name: string }>(
          'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
        );
        const wanted = (await migrationNames(MIGRATIONS)).toSorted();
        const faults =
          applied.map(({ name }) => name).join() === wanted.join()
            ? []
            : ['not every migration is applied, once'];
        return [...faults, ...(await lostRows(installation, rows))];
      };
      return { ended, check };
    },
  };
}

/**
 * Tables that a server adds rows to as it starts, or takes some from as it works; and what a version concludes from the catalog,
 * which another one does in other rows.
 */
const MOVING =
  /^(?:_prisma_migrations|.*_event|audit_.*|session|.*limit.*|message|delivery|catalog_revision|catalog_older_line)$/;

async function lostRows(
  installation: Installation,
  rows: OldInstallation['rows'],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, before] of Object.entries(rows)) {
    if (MOVING.test(table)) continue;
    const [row] = await installation.ask<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${table}"`,
    );
    const count = row?.count ?? -1;
    if (count < before) faults.push(`${table} had ${String(before)} rows and has ${String(count)}`);
  }
  return faults;
}
