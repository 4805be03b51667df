import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { generateApiKey } from '@/domain/api-key/api-key';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@/server/platform/db/embedded/embedded';
import { createLogger } from '@/server/platform/log';
import { commands, freePort, ServerProcess } from './harness/server-process';

/** The two servers that the tests call, on one database, and what was set up in it from the environment. */
export interface StartedServers {
  /** The node server, as `npm start` runs it. */
  readonly node: { readonly origin: string; readonly pid: number; readonly tlsPort: number };
  /** `next start`: the API as Next route handlers. */
  readonly next: { readonly origin: string };
  /** API_HOST of the node server. */
  readonly apiHost: string;
  readonly maxScanBytes: number;
  /** As the role that the servers work as. */
  readonly databaseUrl: string;
  /** As the role that owns the database, for what the servers may not do. */
  readonly databaseOwnerUrl: string;
  readonly authSecret: string;
  readonly bootstrapKey: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly clusterDir: string;
  /** Of the two servers and of PostgreSQL. */
  readonly logFiles: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    startedServers: StartedServers;
  }
}

const apiHost = 'api.eventide.example';
const authSecret = 'a secret for the API tests, and for them alone';
const admin = { email: 'ada@example.com', password: 'correct horse battery staple' };
// Beyond the 10 MB at which Next would cut a body that its proxy sees.
const maxScanBytes = 11_000_000;

function requireBuild(): void {
  for (const file of ['dist/server/listener/main.js', '.next/BUILD_ID']) {
    if (!existsSync(file)) throw new Error(`${file} is missing: run \`npm run build\` first`);
  }
}

/** What stands between the servers and their database. */
export interface Front {
  /** How the servers are told of it. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Nothing stands between. */
const noFront = (postgres: EmbeddedPostgres): Promise<Front> =>
  Promise.resolve({
    variables: { DATABASE_URL: postgres.connectionString },
    stop: () => Promise.resolve(),
  });

/** Runs once before all API tests: a throw-away database, and both mounts of the API on it. */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  return startServers(project, noFront);
}

/** Starts a throw-away database, what stands before it, and both mounts of the API. */
export async function startServers(
  project: TestProject,
  openFront: (postgres: EmbeddedPostgres, folder: string) => Promise<Front>,
  /** Whether it writes a log that others can follow. */
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<() => Promise<void>> {
  requireBuild();
  const folder = await mkdtemp(join(tmpdir(), 'eventide-api-'));
  // As root, PostgreSQL runs as another user, who has to pass through this folder.
  await chmod(folder, 0o755);
  const logger = createLogger('silent');
  const postgres = await startEmbeddedPostgres({ dataDir: folder, logger, durable });
  const front = await openFront(postgres, folder);
  const bootstrapKey = generateApiKey().text;
  const started: ServerProcess[] = [];
  const tearDown = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await front.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };

  const launch = async (mount: 'node' | 'next', env: Record<string, string> = {}) => {
    const port = await freePort();
    const dataDir = join(folder, mount);
    await mkdir(dataDir);
    const server = await ServerProcess.launch({
      args: commands[mount](port),
      port,
      logFile: join(folder, `${mount}.log`),
      env: {
        ...front.variables,
        DATABASE_OWNER_URL: postgres.owner.connectionString,
        DATA_DIR: dataDir,
        PUBLIC_URL: `http://127.0.0.1:${String(port)}`,
        AUTH_SECRET: authSecret,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        BOOTSTRAP_ORGANIZATION: 'Acme',
        BOOTSTRAP_API_KEY: bootstrapKey,
        MAX_SCAN_BYTES: String(maxScanBytes),
        // Tests say which address they call from: failed authentication is limited by address.
        TRUST_PROXY: 'true',
        // Issuers of builds' tokens and receivers of messages are the tests' own.
        OUTGOING_ALLOW: '127.0.0.1',
        ...env,
      },
    });
    started.push(server);
    return server;
  };

  try {
    const tlsPort = await freePort();
    const [node, next] = await Promise.all([
      launch('node', { API_HOST: apiHost, SCANNER_TLS_PORT: String(tlsPort) }),
      launch('next'),
    ]);
    await Promise.all([node.ready(), next.ready()]);
    project.provide('startedServers', {
      node: { origin: node.origin, pid: node.pid, tlsPort },
      next: { origin: next.origin },
      apiHost,
      maxScanBytes,
      databaseUrl: postgres.connectionString,
      databaseOwnerUrl: postgres.owner.connectionString,
      authSecret,
      bootstrapKey,
      admin,
      clusterDir: join(folder, 'postgres'),
      logFiles: [node.logFile, next.logFile, join(folder, 'postgres.log')],
    });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}
