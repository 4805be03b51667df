import { type AskableDeps, withQuery } from '@/test/with-query';
import type { TestDatabase } from '@/test/database';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadEnv } from '@/env';
import { createCatalogStore } from '@/server/catalog/service/store';
import { systemClock } from '@/server/platform/clock';
import { openDatabase, typeParsers } from '@/server/platform/db/db';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/server/platform/db/embedded/embedded';
import { migrateForApp } from '@/server/platform/db/migrate-for-app';
import { builtInDirectory } from '@/server/identity-provider/service/built-in-directory';
import { createLogger } from '@/server/platform/log';
import { outgoingClient } from '@/server/platform/outbound/outgoing-client';
import { noRegistryEvidence } from '@/server/registry/service/evidence';
import { bodyBudgetOf } from '@/server/platform/http/body-budget';
import { createRestHandler } from '@/server/listener/rest-handler';
import { publicRouter } from '@/server/app-router';

/** One statement as the server sent it. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface ApiRequest {
  readonly method: string;
  /** Below the API's base, with its query. */
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** The API in this process, on a database of its own, and a plain connection to the same database. */
export interface BenchServer {
  readonly deps: AskableDeps;
  readonly bare: pg.Client;
  /** The address of the database, for the role that owns its tables. */
  readonly databaseUrl: string;
  /** Where it may put files; its database's is below it. */
  readonly folder: string;
  /** Sends a request through the whole handler, and reads the answer's body. Throws unless it is 200. */
  call(key: string, request: ApiRequest): Promise<string>;
  /** As `call`, by a server with something else in its hands. */
  callWith(deps: AskableDeps): BenchServer['call'];
  /** Records the statements that the server says while `work` runs, but for the look-up of the caller. */
  statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]>;
  /** Runs a statement on the plain connection, prepared under a name of its own. */
  runBare(statement: SentStatement): Promise<pg.QueryResult>;
  /** The address of a new, empty database on the same server. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL as `npm start` would, with its promises about crashes, in a folder that goes away. */
export async function startBenchServer(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-bench-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    logger: createLogger('silent'),
    durable: true,
  });
  const db = withQuery(openDatabase({ connection: postgres.connection }));
  const deps = makeDeps(db);
  const owner = postgres.owner.connection;
  await migrateForApp({ app: db, owner, logger: createLogger('silent') });
  const bare = new pg.Client({ ...owner, types: typeParsers });
  await bare.connect();
  await bare.query("SET TIME ZONE 'UTC'");
  return {
    deps,
    bare,
    databaseUrl: postgres.owner.connectionString,
    folder,
    call: callerOf(deps),
    callWith: callerOf,
    statementsOf: (work) => recordStatements(db, work),
    runBare: ({ text, values }) =>
      bare.query({ name: createHash('md5').update(text).digest('hex'), text, values: [...values] }),
    createDatabase: (name) => createDatabase(postgres, bare, name),
    stop: async () => {
      await bare.end();
      await db.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As in production, log lines and all; they only lead nowhere. */
export function makeDeps(db: TestDatabase): AskableDeps {
  const authSecret = 'for benchmarks, and for benchmarks alone';
  const env = { ...loadEnv({ NODE_ENV: 'production', AUTH_SECRET: authSecret }), authSecret };
  const logger = createLogger('info', { write: () => undefined });
  return {
    env,
    db,
    clock: systemClock,
    logger,
    identityProvider: builtInDirectory,
    mailer: null,
    registry: noRegistryEvidence,
    outgoing: outgoingClient(env.outgoingAllowed),
    catalog: createCatalogStore(db, logger, systemClock),
    ending: new AbortController().signal,
    bodyBudget: bodyBudgetOf(env),
  };
}

function callerOf(deps: AskableDeps): BenchServer['call'] {
  const handler = createRestHandler(publicRouter, deps);
  return async (key, { method, path, body }) => {
    const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    // `duplex` is required for a streamed body, and not yet in the DOM's types.
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers,
      duplex: 'half',
      ...(body && { body }),
    };
    const origin = { path: path.split('?')[0] ?? path, remoteAddress: '127.0.0.1' };
    const response = await handler(new Request(`http://localhost/api${path}`, init), origin);
    const text = await response.text();
    if (response.status !== 200)
      throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
    return text;
  };
}

/** Every statement is said on a connection of the pool: all of them are seen here, for as long as `work` runs. */
async function recordStatements(
  { pool }: TestDatabase,
  work: () => Promise<unknown>,
): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const heard = new Set<pg.PoolClient>();
  const hear = (client: pg.PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const recording = (...args: unknown[]) => {
      const [statement] = args;
      if (isSent(statement) && !/\bapi_key\b/.test(statement.text)) sent.push(statement);
      return query(...args);
    };
    // The overloads of `query` differ in what they are given alone, and all of it is passed on.
    client.query = recording as typeof client.query;
  };
  pool.on('acquire', hear);
  try {
    await work();
  } finally {
    pool.off('acquire', hear);
    for (const client of heard) Reflect.deleteProperty(client, 'query');
  }
  return sent;
}

function isSent(statement: unknown): statement is SentStatement {
  return (
    typeof statement === 'object' &&
    statement !== null &&
    'text' in statement &&
    'values' in statement
  );
}

async function createDatabase(
  { owner: { connectionString } }: EmbeddedPostgres,
  bare: pg.Client,
  name: string,
): Promise<string> {
  await bare.query(`CREATE DATABASE ${name}`);
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}
