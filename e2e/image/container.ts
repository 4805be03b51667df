import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../api/harness/server-process';
import { ask } from './tools';

export const API_KEY = 'evt_AcmeTest_OfTheImageAloneAndOfNothingElsexxxxxxxxxxxx';
const START_MS = 60_000;
const POLL_MS = 100;

export function imageName(): string {
  const name = process.env.E2E_IMAGE;
  if (!name) throw new Error('Run `npm run test:image`');
  return name;
}

/** As an orchestrator that trusts nobody would: nothing to write but one volume, no capability, no way to gain one. */
const CONFINED = [
  ...['--read-only', '--read-only-tmpfs=false', '--cap-drop', 'all'],
  ...['--security-opt', 'no-new-privileges'],
  // A machine without systemd has nothing that would call the health check: tests do.
  '--no-healthcheck',
  ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
];

/** A container of the image, on a volume that outlives it. */
export class Container {
  private constructor(
    readonly id: string,
    readonly origin: string,
    readonly metricsOrigin: string,
  ) {}

  /** Starts one without waiting for it. @param volume kept until `removeVolume` */
  static async start(volume: string): Promise<Container> {
    const port = String(await freePort());
    const metricsPort = String(await freePort());
    const variables = {
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SCANNER_TLS_PORT: String(await freePort()),
      METRICS_PORT: metricsPort,
      // Nobody is there: what is tried is that all of it is in the image.
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      BOOTSTRAP_ORGANIZATION: 'Acme',
      BOOTSTRAP_API_KEY: API_KEY,
    };
    const id = ask('podman', [
      ...['--runtime', 'runc', 'run', '--detach', '--network', 'host', ...CONFINED],
      ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...['--volume', `${volume}:/data`, imageName()],
    ]);
    return new Container(id, `http://127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}`);
  }

  logs(): string {
    // What it says before it can log is on the other stream.
    const { stdout, stderr } = spawnSync('podman', ['logs', this.id], { encoding: 'utf8' });
    return `${stdout}${stderr}`;
  }

  /** Waits until its log says something. */
  async says(text: string): Promise<void> {
    for (const end = Date.now() + START_MS; Date.now() < end; await sleep(POLL_MS)) {
      const log = this.logs();
      if (log.includes(text)) return;
      if (!this.isRunning()) throw new Error(`It ended before it said "${text}":\n${log}`);
    }
    throw new Error(`It does not say "${text}":\n${this.logs()}`);
  }

  isRunning(): boolean {
    return ask('podman', ['inspect', '--format', '{{.State.Running}}', this.id]) === 'true';
  }

  /** Runs a command in it and returns what it writes. */
  exec(...command: string[]): string {
    return ask('podman', ['exec', this.id, ...command]);
  }

  /** Asks it to end as orchestrators do, and returns the status that it ends with; 137: it had to be killed. */
  stop(): number {
    ask('podman', ['stop', '--time', '30', this.id]);
    return Number(ask('podman', ['inspect', '--format', '{{.State.ExitCode}}', this.id]));
  }

  kill(): void {
    ask('podman', ['kill', '--signal', 'KILL', this.id]);
    ask('podman', ['wait', this.id]);
  }

  remove(): void {
    ask('podman', ['rm', '--force', '--time', '0', this.id]);
  }
}

/** What PostgreSQL wrote on a volume whose container has ended. */
export function folderOf(volume: string): string {
  return ask('podman', ['volume', 'inspect', '--format', '{{.Mountpoint}}', volume]);
}

export function removeVolume(volume: string): void {
  ask('podman', ['volume', 'rm', '--force', volume]);
}
