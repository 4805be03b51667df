import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { appPassword, appRoleName, ensureAppRole } from '@/server/platform/db/app-role';
import { startEmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { applyMigrations } from '@/server/platform/db/migrate';
import { createLogger } from '@/server/platform/log';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database, as the role that owns all databases. */
    testServerUrl: string;
    /** The role that the app works as: it owns nothing. */
    testAppRole: { readonly name: string; readonly password: string };
    /** A migrated, empty database that nothing is connected to. */
    testTemplate: string;
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

async function createTemplate(serverUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await ensureAppRole(admin, APP_PASSWORD);
  await admin.end();
  const pool = new pg.Pool({ connectionString: databaseAt(serverUrl, name), max: 1 });
  await applyMigrations({ pool, migrationsDir, logger, appRole: appRoleName });
  await pool.end();
}

async function drop(serverUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.end();
}

/**
 * Runs once before all test files of a project: provides a server and a template for `testDatabase`.
 * TEST_DATABASE_URL names an external server to use instead; its role must be allowed to create databases and roles.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const server: Server = external
    ? { url: external, stop: () => Promise.resolve() }
    : await startThrowAway();
  const template = `eventide_template_${process.pid}_${Date.now().toString(36)}`;
  await createTemplate(server.url, template);
  project.provide('testServerUrl', server.url);
  project.provide('testTemplate', template);
  project.provide('testAppRole', { name: appRoleName, password: APP_PASSWORD });
  return async () => {
    await drop(server.url, template);
    await server.stop();
  };
}
