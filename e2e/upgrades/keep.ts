import { resolve } from 'node:path';
import type pg from 'pg';
import { withSession } from '@/server/backup/repository/session';
import { makeBackup } from '@/server/backup/service/create';
import { loadEnv } from '@/env';
import { findAuthSecret } from '@/server/platform/auth/auth-secret';
import { joinEmbeddedPostgres } from '@/server/platform/db/embedded/join-embedded';
import { createLogger } from '@/server/platform/log';

/** Of the data folder of a demo, what an upgrade can do nothing wrong with: it makes a dump ten times as large. */
const TRIM = [
  `DO $$ BEGIN IF to_regclass('scanner_database') IS NOT NULL THEN DELETE FROM scanner_database; END IF; END $$`,
  'DELETE FROM catalog_product WHERE name NOT IN (SELECT product_name FROM software_cycle)',
  `CREATE TEMP TABLE kept AS SELECT id FROM sbom ORDER BY length(compressed) LIMIT 1`,
  'UPDATE scan SET sbom_id = NULL WHERE sbom_id NOT IN (SELECT id FROM kept)',
  'UPDATE image_tag SET sbom_id = NULL WHERE sbom_id NOT IN (SELECT id FROM kept)',
  'DELETE FROM sbom WHERE id NOT IN (SELECT id FROM kept)',
  // Its rows are of the process that made it.
  `DO $$ BEGIN IF to_regclass('organization_change') IS NOT NULL THEN DELETE FROM organization_change; END IF; END $$`,
];

/** `keep.ts DATA_DIR FILE`: makes a dump of a small demo's data folder, whatever version made that. See README.md here. */
async function main([dataDir, file]: readonly string[]): Promise<void> {
  if (dataDir === undefined || file === undefined) throw new Error('usage: keep.ts DATA_DIR FILE');
  const env = loadEnv({ DATA_DIR: resolve(dataDir), LOG_LEVEL: 'error' });
  const logger = createLogger(env.logLevel);
  const joined = await joinEmbeddedPostgres({
    ...{ dataDir: env.dataDir, mayMove: false, durable: true, logger },
  });
  try {
    const { connection } = joined.owner;
    const authSecret = await findAuthSecret(env);
    if (authSecret === undefined) throw new Error(`${dataDir} holds no installation`);
    await withSession(connection, trim);
    // Without the folder: a certificate authority is no part of the schema.
    const folder = resolve(dataDir, 'none');
    await makeBackup({
      ...{ connection, dataDir: folder, authSecret, file: resolve(file), at: new Date() },
    });
  } finally {
    await joined.stop();
  }
}

async function trim(client: pg.Client): Promise<void> {
  for (const statement of TRIM) await client.query(statement);
}

await main(process.argv.slice(2));
