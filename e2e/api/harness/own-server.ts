import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '@/domain/api-key/api-key';
import { onTestFinished } from 'vitest';
import { ApiClient } from './api-client';
import { commands, freePort, ServerProcess } from './server-process';

/** A folder of a test's own that PostgreSQL's user may enter; it goes away with the test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-system-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** `npm start` with the embedded database, as a test starts, kills and restarts it. */
export class OwnServer {
  readonly key = generateApiKey().text;
  private server: ServerProcess | undefined;

  private constructor(
    readonly dataDir: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async create(env: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
    const own = new OwnServer(await dataFolder(), env);
    onTestFinished(() => own.process.stop());
    return own;
  }

  get process(): ServerProcess {
    if (!this.server) throw new Error('not launched');
    return this.server;
  }

  get api(): ApiClient {
    return new ApiClient(this.process.origin).withKey(this.key);
  }

  /** Launches it anew, on another port, and does not wait. */
  async launch(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const port = await freePort();
    this.server = await ServerProcess.launch({
      args: commands.node(),
      port,
      logFile: join(this.dataDir, 'server.log'),
      env: {
        DATA_DIR: join(this.dataDir),
        BOOTSTRAP_ORGANIZATION: 'Acme',
        BOOTSTRAP_API_KEY: this.key,
        ...this.env,
        ...env,
      },
    });
    return this.server;
  }

  async start(): Promise<ServerProcess> {
    return (await this.launch()).ready();
  }

  /** The process id of the embedded PostgreSQL. */
  async postgresPid(): Promise<number> {
    const text = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(text.split('\n')[0]);
  }
}
