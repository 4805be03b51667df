import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../api/harness/server-process';
import { isListening } from './pgbouncer';
import { postgresPrograms } from './programs';

const run = promisify(execFile);
const START_MS = 20_000;

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL does not run as root; Debian has a user for it. */
async function userOfPostgres(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const number = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await number('-u'), gid: await number('-g') };
}

/** One server of the pair. */
export class PostgresServer {
  private child: ChildProcess | undefined;

  constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly user: User | undefined,
  ) {}

  get address(): string {
    return `127.0.0.1:${String(this.port)}`;
  }

  async start(): Promise<void> {
    const log = await open(`${this.folder}.log`, 'a');
    this.child = spawn(join(postgresPrograms(), 'postgres'), ['-D', this.folder], {
      stdio: ['ignore', log.fd, log.fd],
      ...this.user,
    });
    await log.close();
    const deadlineMs = Date.now() + START_MS;
    while (!(await this.answers())) {
      if (Date.now() > deadlineMs)
        throw new Error(
          `PostgreSQL did not start:\n${await readFile(`${this.folder}.log`, 'utf8')}`,
        );
      await sleep(50);
    }
  }

  private async answers(): Promise<boolean> {
    return (
      (await isListening(this.port)) &&
      (await this.ask('SELECT').then(
        () => true,
        () => false,
      ))
    );
  }

  async ask<Row extends object>(sql: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: 'admin', database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Makes the standby the primary, and returns once it takes changes. */
  async promote(): Promise<void> {
    await this.ask('SELECT pg_promote(true, 30)');
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = this.child?.pid;
    if (pid === undefined) return;
    // Sessions are processes of their own.
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]);
    const all = [pid, ...stdout.split('\n').map(Number).filter(Boolean)];
    for (const one of all) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    await this.signal('SIGKILL');
    if (this.child.exitCode === null && this.child.signalCode === null)
      await once(this.child, 'exit');
  }
}

export interface PostgresPair {
  readonly primary: PostgresServer;
  /** It has every change before the primary says that it is made, unless it was to follow on its own time. */
  readonly standby: PostgresServer;
  stop(): Promise<void>;
}

/** Starts a primary and a standby of it, synchronous unless told otherwise, with an empty database for the role `eventide`. */
export async function startPair(
  folder: string,
  { synchronous = true }: { readonly synchronous?: boolean } = {},
): Promise<PostgresPair> {
  const user = await userOfPostgres();
  const bin = postgresPrograms();
  const home = join(folder, 'pair');
  await mkdir(home);
  await chmod(home, 0o755);
  if (user) await chown(home, user.uid, user.gid);
  const program = (name: string, args: readonly string[]) =>
    run(join(bin, name), args, { ...user, cwd: home });
  const [first, second] = [await freePort(), await freePort()];
  const primary = new PostgresServer(join(home, 'primary'), first, user);
  const standby = new PostgresServer(join(home, 'standby'), second, user);
  const settings = (port: number) =>
    `\nlisten_addresses = '127.0.0.1'\nport = ${String(port)}\nunix_socket_directories = ''\nfsync = off\nmax_connections = 100\n`;
  await program('initdb', [
    '-D',
    join(home, 'primary'),
    '-U',
    'admin',
    '--auth=trust',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  await appendFile(join(home, 'primary', 'postgresql.conf'), settings(first));
  await primary.start();
  await primary.ask('CREATE ROLE eventide LOGIN');
  await primary.ask('CREATE DATABASE eventide OWNER eventide');
  const source = `host=127.0.0.1 port=${String(first)} user=admin application_name=standby`;
  await program('pg_basebackup', [
    '-D',
    join(home, 'standby'),
    '-d',
    source,
    '-R',
    '--no-sync',
    '-c',
    'fast',
  ]);
  await appendFile(join(home, 'standby', 'postgresql.conf'), settings(second));
  await standby.start();
  if (synchronous) {
    await primary.ask(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await primary.ask('SELECT pg_reload_conf()');
  }
  for (;;) {
    const [row] = await primary.ask<{ state: string }>(
      'SELECT sync_state AS state FROM pg_stat_replication',
    );
    if (row?.state === (synchronous ? 'sync' : 'async')) break;
    await sleep(50);
  }
  return {
    primary,
    standby,
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(home, { recursive: true, force: true });
    },
  };
}
