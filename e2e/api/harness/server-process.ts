import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sendHttp } from './http';

const projectDir = fileURLToPath(new URL('../../..', import.meta.url));
const startTimeoutMs = 180_000;
const stopTimeoutMs = 15_000;

/** How the two mounts are started, as `npm start` and any Next host do. */
export const commands = {
  node: () => ['dist/server/listener/main.js'],
  next: (port: number) => {
    const next = 'node_modules/next/dist/bin/next';
    // As the node server has it; with Next's own 5 s a request is lost now and then that meets the end of its connection.
    const idle = ['--keepAliveTimeout', '75000'];
    return [next, 'start', '--hostname', '127.0.0.1', '--port', String(port), ...idle];
  },
};

/** A port of the loopback address that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // a TCP server's address is never a string
  probe.close();
  await once(probe, 'close');
  return port;
}

export interface LaunchOptions {
  readonly args: readonly string[];
  readonly port: number;
  /** All that the process sees of the environment, beside PATH and HOME. */
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** The tree whose build it is; undefined: this one. */
  readonly tree?: string | undefined;
  /** Whether it has a process group of its own, so that Ctrl-C at a terminal does not end it. */
  readonly isApart?: boolean;
}

/** A server in a process of its own, writing to a log file. */
export class ServerProcess {
  readonly origin: string;

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    readonly logFile: string,
  ) {
    this.origin = `http://127.0.0.1:${String(port)}`;
  }

  static async launch(options: LaunchOptions): Promise<ServerProcess> {
    const { args, port, env, logFile, tree, isApart = false } = options;
    const log = await open(logFile, 'a');
    const { PATH = '', HOME = '' } = process.env;
    const own = { NODE_ENV: 'production' as const, HOST: '127.0.0.1', PORT: String(port) };
    const child = spawn(process.execPath, args, {
      cwd: tree ?? projectDir,
      env: { PATH, HOME, ...own, ...env },
      stdio: ['ignore', log.fd, log.fd],
      detached: isApart,
    });
    await log.close();
    return new ServerProcess(child, port, logFile);
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The server could not be spawned');
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The signal that ended it; null: none has. */
  get endedBy(): NodeJS.Signals | null {
    return this.child.signalCode;
  }

  log(): Promise<string> {
    return readFile(this.logFile, 'utf8');
  }

  /** Waits until the API answers. @throws Error with the log when the process ends or takes too long */
  async ready(timeoutMs = startTimeoutMs): Promise<this> {
    const deadlineMs = Date.now() + timeoutMs;
    while (this.isRunning && Date.now() < deadlineMs) {
      const answer = await sendHttp(this.origin, { method: 'GET', target: '/healthz' }).catch(
        () => null,
      );
      if (answer?.status === 200) return this;
      await sleep(50);
    }
    await this.stop('SIGKILL');
    throw new Error(`The server did not start:\n${await this.log()}`);
  }

  /** Waits for the process to end by itself; returns its exit code. */
  async ended(): Promise<number | null> {
    if (this.isRunning) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  /** Sends a signal and waits for the end; what does not heed it in time is killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    this.child.kill(signal);
    const kill = setTimeout(() => this.child.kill('SIGKILL'), stopTimeoutMs);
    await this.ended();
    clearTimeout(kill);
  }
}
