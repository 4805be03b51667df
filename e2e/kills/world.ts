import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '@/domain/api-key/api-key';
import { accessTo, describeCluster } from '@/server/platform/db/embedded/embedded';
import { findPostmaster, isServing } from '@/server/platform/db/embedded/postmaster-file';
import { createLogger } from '@/server/platform/log';
import { ask } from '@/test/backup';
import { ApiClient, type ApiAnswer } from '../api/harness/api-client';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';

const AUTH_SECRET = 'a secret for what is killed, and for it alone';
const BACK_WITHIN_MS = 60_000;
/** What node writes where a program has not seen to an error. */
const CRASH = /Unhandled|Uncaught|^Node\.js v/m;
const logger = createLogger('silent');

/** A command of the command line, as a process that can be killed. */
export interface Command {
  /** Kills it, and waits for its end. @returns whether that was its end: else it had ended by itself */
  kill(): Promise<boolean>;
  /** Its status; null: a signal ended it. With what it wrote. */
  readonly ended: Promise<{ readonly status: number | null; readonly text: string }>;
}

/** An installation with the embedded database in a folder of its own: what is killed, and started again. */
export class Installation {
  readonly key = generateApiKey().text;
  private server: ServerProcess | null = null;

  private constructor(
    readonly folder: string,
    private readonly smtpUrl: string,
  ) {}

  /**
   * @param smtpUrl where it sends mail
   * @param folder one that holds an installation; undefined: a new one
   */
  static async in(smtpUrl: string, folder?: string): Promise<Installation> {
    if (folder !== undefined) return new Installation(folder, smtpUrl);
    const made = await mkdtemp(join(tmpdir(), 'eventide-kills-'));
    // As root, PostgreSQL runs as another user, who has to pass through this folder.
    await chmod(made, 0o755);
    return new Installation(made, smtpUrl);
  }

  get process(): ServerProcess {
    if (!this.server) throw new Error('nothing was started');
    return this.server;
  }

  get api(): ApiClient {
    return new ApiClient(this.process.origin).withKey(this.key);
  }

  private get environment(): Record<string, string> {
    return {
      ...{ DATA_DIR: this.folder, AUTH_SECRET, OUTGOING_ALLOW: '127.0.0.1' },
      ...{ BOOTSTRAP_ORGANIZATION: 'Acme', BOOTSTRAP_API_KEY: this.key },
      ...{ SMTP_URL: this.smtpUrl, MAIL_FROM: 'Eventide <eol@example.com>' },
      BACKUP_DIR: this.backups,
    };
  }

  /** Where the server keeps the backups that it makes by itself. */
  get backups(): string {
    return join(this.folder, 'files', 'scheduled');
  }

  /** Starts it, and does not wait. */
  async launch(): Promise<ServerProcess> {
    this.server = await ServerProcess.launch({
      args: commands.node(),
      port: await freePort(),
      logFile: join(this.folder, 'server.log'),
      env: this.environment,
      isApart: true,
    });
    return this.server;
  }

  /** Starts it unless it runs, and waits until it can do its work. */
  async ready(): Promise<void> {
    if (!this.server?.isRunning) await this.launch();
    await this.process.ready(BACK_WITHIN_MS).catch((error: unknown) => this.startAgain(error));
    const until = Date.now() + BACK_WITHIN_MS;
    // The process may live on while its database is started again.
    while (Date.now() < until) {
      const answer = await this.tried(() => this.api.get('/readyz'));
      // It may not have noticed yet what was done to its database.
      if (answer?.status === 200 && (await this.answersItself())) return;
      await sleep(25);
    }
    throw new Error(`It did not come back:\n${(await this.process.log()).slice(-4_000)}`);
  }

  /** A start whose database is killed ends, in order, and whatever keeps an installation running starts it again. */
  private async startAgain(error: unknown): Promise<void> {
    // One that hung was killed, and has no status.
    const status = await this.process.ended();
    if (status === null || CRASH.test(await this.process.log())) throw error;
    await (await this.launch()).ready(BACK_WITHIN_MS);
  }

  private answersItself(): Promise<boolean> {
    return this.ask('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  /** An answer, or null where none came: something was killed meanwhile. */
  async tried(call: () => Promise<ApiAnswer>): Promise<ApiAnswer | null> {
    return call().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error) return null;
      throw error;
    });
  }

  /** Starts a built command on this installation. */
  command(name: string, ...args: readonly string[]): Command {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [`dist/cli/${name}.js`, ...args], {
      env: { PATH, HOME, NODE_ENV: 'production', ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C ends the trial after the round, not what it looks at.
      detached: true,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => void (text += part));
    if (child.pid === undefined) throw new Error(`${name} could not be started`);
    const ended = once(child, 'close').then(() => ({ status: child.exitCode, text }));
    const kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return false;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      // It may have ended just before.
      return child.signalCode === 'SIGKILL';
    };
    return { kill, ended };
  }

  /** Runs a command to its end. @throws Error with what it wrote when it fails */
  async run(name: string, ...args: readonly string[]): Promise<string> {
    const { status, text } = await this.command(name, ...args).ended;
    if (status !== 0)
      throw new Error(`${name} ${args.join(' ')} ended with ${String(status)}: ${text}`);
    return text;
  }

  /**
   * The address of its database, for one of the two roles. Nothing is started for it, as a command would: that is
   * for those to do who were killed.
   */
  async address(as: 'owner' | 'app' = 'owner'): Promise<string> {
    const { clusterDir, password } = await describeCluster({
      dataDir: this.folder,
      durable: true,
      logger,
    });
    const endpoint = (await findPostmaster(clusterDir))?.endpoint;
    if (!endpoint) throw new Error('The database is not there');
    const access = accessTo(endpoint, password);
    return (as === 'owner' ? access.owner : access).connectionString;
  }

  async ask<Row extends object>(sql: string): Promise<Row[]> {
    return ask<Row>(await this.address(), sql);
  }

  /** Kills PostgreSQL, if it is there and this installation's own. @returns whether it was */
  async killDatabase(): Promise<boolean> {
    const cluster = join(this.folder, 'postgres');
    const found = await findPostmaster(cluster);
    if (!found || !(await isServing(found.pid, cluster))) return false;
    try {
      process.kill(found.pid, 'SIGKILL');
      return true;
    } catch {
      // It has ended meanwhile.
      return false;
    }
  }

  /** Kills the server. @returns whether that was its end: else it did not run, or had just ended by itself */
  async killApp(): Promise<boolean> {
    if (!this.server?.isRunning) return false;
    await this.server.stop('SIGKILL');
    return this.server.endedBy === 'SIGKILL';
  }

  /** Ends the server in order and starts it, and does not wait: what it does by itself begins with the start. */
  async restart(): Promise<void> {
    await this.server?.stop();
    await this.launch();
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    // A start that was killed may have left one behind.
    await this.killDatabase();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** A folder in it for a job's files. */
  async place(name: string): Promise<string> {
    const folder = join(this.folder, 'files', name);
    await mkdir(folder, { recursive: true });
    return folder;
  }
}
