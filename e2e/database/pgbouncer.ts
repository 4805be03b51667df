import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../api/harness/server-process';
import { program } from './programs';

const START_MS = 10_000;

export interface PgBouncer {
  /** The address of the database through it, as the role of the address that it was given. */
  readonly url: string;
  readonly logFile: string;
  stop(): Promise<void>;
}

/** Which of a pooler's sessions end when. */
export type PoolMode = 'session' | 'transaction';

/** How many prepared statements of a connection PgBouncer keeps, where it is told to: what it does from 1.24 on by itself. */
const KEPT_STATEMENTS = 200;

/** Whether somebody listens at a port of the loopback address. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const told = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => {
      told(true);
    });
    socket.once('error', () => {
      told(false);
    });
  });
}

/**
 * Starts a PgBouncer before a database. One of transactions has fewer connections than the servers want, so that they are lent around.
 * @param address of the database, at a socket's folder; for one at a port, `folder` is the server's user's
 * @param keepsStatements whether it keeps statements that have names; no version before 1.21 can
 */
export async function startPgBouncer(
  address: string,
  folder: string,
  mode: PoolMode,
  { keepsStatements = false } = {},
): Promise<PgBouncer> {
  const at = new URL(address);
  const host = at.searchParams.get('host') ?? at.hostname;
  const [user, password] = [at.username, at.password].map(decodeURIComponent);
  const database = at.pathname.slice(1);
  const port = await freePort();
  const home = join(folder, `pgbouncer-${String(port)}`);
  await mkdir(home);
  await chmod(home, 0o755);
  await writeFile(join(home, 'users.txt'), `"${user ?? ''}" "${password ?? ''}"\n`);
  const settings = [
    '[databases]',
    `${database} = host=${host} port=${at.port} dbname=${database}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${String(port)}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(home, 'users.txt')}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${mode === 'session' ? '20' : '5'}`,
    'max_client_conn = 200',
    ...(keepsStatements ? [`max_prepared_statements = ${String(KEPT_STATEMENTS)}`] : []),
  ];
  const config = join(home, 'pgbouncer.ini');
  await writeFile(config, `${settings.join('\n')}\n`);
  const logFile = join(home, 'pgbouncer.log');
  const log = await open(logFile, 'a');
  // It does not run as root, and has to enter the folder of the socket.
  const { uid, gid } = await stat(host.startsWith('/') ? host : folder);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program('pgbouncer'), [config], {
    stdio: ['ignore', log.fd, log.fd],
    ...(isRoot && { uid, gid }),
  });
  await log.close();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  for (const deadline = Date.now() + START_MS; !(await isListening(port));) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`PgBouncer did not start:\n${await readFile(logFile, 'utf8')}`);
    }
    await sleep(50);
  }
  const url = new URL(`postgresql://127.0.0.1:${String(port)}/${database}`);
  Object.assign(url, { username: at.username, password: at.password });
  return { url: url.href, logFile, stop };
}
