import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chown,
  cp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { EmbeddedPostgres } from '@/server/platform/db/embedded/embedded';
import { findPostgresBinaries } from '@/server/platform/db/embedded/postgres-binaries';
import { programOptions } from '@/server/platform/db/embedded/postgres-user';
import { startServers } from '../api/started-server';

const START_MS = 20_000;
/** Far more than replay takes: what no change of an organization is noted for is old for as long. */
const APPLY_DELAY = '1s';

interface Standby {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/** Starts a standby of the servers' database, with the programs that it runs on. */
async function startStandby(postgres: EmbeddedPostgres, folder: string): Promise<Standby> {
  const [source, home] = [join(folder, 'postgres'), join(folder, 'standby')];
  const { uid, gid } = await stat(source);
  const user = process.getuid?.() === 0 ? { uid, gid } : undefined;
  const owner = new pg.Client(postgres.owner.connection);
  await owner.connect();
  try {
    await owner.query("SELECT pg_backup_start('standby', true)");
    await cp(source, home, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (path) => !/postmaster\.(pid|opts)$|\.s\.PGSQL\.\d+/.test(path),
    });
    const { rows } = await owner.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await writeFile(join(home, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await owner.end();
  }
  const { host, port, user: role, password } = owner;
  await writeFile(join(home, 'standby.signal'), '');
  await appendFile(
    join(home, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${host} port=${String(port)} user=${role ?? ''} password=${password ?? ''}'\nrecovery_min_apply_delay = '${APPLY_DELAY}'\n`,
  );
  if (user) await giveAll(home, user);
  const { postgres: program } = await findPostgresBinaries(user, source);
  const logFile = join(folder, 'standby.log');
  const log = await open(logFile, 'a');
  const settings = {
    unix_socket_directories: home,
    listen_addresses: '',
    max_connections: '100',
    fsync: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(program, ['-D', home, ...args], {
    ...programOptions(program, user),
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGQUIT');
    await once(child, 'exit');
  };
  const address = new URL(postgres.connectionString);
  address.searchParams.set('host', home);
  for (const deadlineMs = Date.now() + START_MS; !(await answers(address.href));) {
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      await stop();
      throw new Error(`The standby did not start:\n${await readFile(logFile, 'utf8')}`);
    }
    await sleep(50);
  }
  return {
    connectionString: address.href,
    stop: async () => {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function giveAll(folder: string, { uid, gid }: { uid: number; gid: number }) {
  for (const name of await readdir(folder, { recursive: true }))
    await chown(join(folder, name), uid, gid);
  await chown(folder, uid, gid);
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs once before the tests: both mounts of the API, which read lists from a standby that is late. */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  return startServers(
    project,
    async (postgres, folder) => {
      const standby = await startStandby(postgres, folder);
      return {
        variables: {
          DATABASE_URL: postgres.connectionString,
          DATABASE_REPLICA_URL: standby.connectionString,
          DATABASE_REPLICA_LAG_SECONDS: '300',
        },
        stop: () => standby.stop(),
      };
    },
    { durable: true },
  );
}
