import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { appPassword, appRoleName, ensureAppRole } from '@/server/platform/db/app-role';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { distribute } from '@/server/platform/db/distribute';
import { applyMigrations } from '@/server/platform/db/migrate';
import { createLogger } from '@/server/platform/log';
import { followExceptions } from './spread/uses';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database, as the role that owns all databases. */
    testServerUrl: string;
    /** The role that the app works as: it owns nothing. */
    testAppRole: { readonly name: string; readonly password: string };
    /** A migrated, empty database that nothing is connected to. */
    testTemplate: string;
    /** The maintenance databases of all machines that have a part of it: the server alone, unless it is spread. */
    testMachineUrls: readonly string[];
  }
}

const logger = createLogger('silent');
const migrationsDir = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** The same in every run: runs may share a server, and roles belong to the server. */
const APP_PASSWORD = appPassword('tests');

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** A throw-away cluster in the system's temporary folder; its speed comes from promising nothing about crashes. */
async function startThrowAway(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eventide-test-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, logger, durable: false });
  return {
    url: server.owner.connectionString,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function connectedTo<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the machines one database, with its rows on the others. */
async function spread([first = '', ...others]: readonly string[], name: string): Promise<void> {
  for (const url of [first, ...others])
    await connectedTo(databaseAt(url, name), (client) => client.query('CREATE EXTENSION citus'));
  await connectedTo(databaseAt(first, name), async (client) => {
    const placeOf = (url: string) => [new URL(url).hostname, Number(new URL(url).port)];
    await client.query('SELECT citus_set_coordinator_host($1, $2)', placeOf(first));
    for (const url of others) await client.query('SELECT citus_add_node($1, $2)', placeOf(url));
    // Enough for organizations to lie apart; each of them is a table on a machine for each of ours.
    await client.query('SET citus.shard_count = 4');
    await distribute(client);
  });
}

async function createTemplate(machines: readonly string[], name: string): Promise<void> {
  for (const url of machines)
    await connectedTo(url, async (admin) => {
      await admin.query(`CREATE DATABASE ${name}`);
      await ensureAppRole(admin, APP_PASSWORD);
    });
  const pool = new pg.Pool({ connectionString: databaseAt(machines[0] ?? '', name), max: 1 });
  await applyMigrations({ pool, migrationsDir, logger });
  if (machines.length > 1) await spread(machines, name);
  await applyMigrations({ pool, migrationsDir, logger, appRole: appRoleName });
  await pool.end();
  // A machine's own worker connects to a spread database, which could not be copied then.
  if (machines.length > 1)
    for (const url of machines)
      await connectedTo(url, async (admin) => {
        await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
        await admin.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
          [name],
        );
      });
}

async function drop(machines: readonly string[], name: string): Promise<void> {
  for (const url of machines)
    await connectedTo(url, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/**
 * Runs once before all test files of a project: provides a server and a template for `testDatabase`.
 * TEST_DATABASE_URL names an external server to use instead; its role must be allowed to create databases and roles. With
 * TEST_DATABASE_MACHINES, which lists further servers with Citus, separated by spaces, every database is spread over these.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const server: Server = external
    ? { url: external, stop: () => Promise.resolve() }
    : await startThrowAway();
  const template = `eventide_template_${process.pid}_${Date.now().toString(36)}`;
  const machines = [server.url, ...(process.env.TEST_DATABASE_MACHINES?.split(' ') ?? [])];
  await createTemplate(machines, template);
  project.provide('testServerUrl', server.url);
  project.provide('testMachineUrls', machines);
  project.provide('testTemplate', template);
  project.provide('testAppRole', { name: appRoleName, password: APP_PASSWORD });
  const refuseUnused = followExceptions(project);
  return async () => {
    await drop(machines, template);
    await server.stop();
    await refuseUnused();
  };
}
