import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A message of `embedded-process.ts`: one of these at a time. */
export interface Saying {
  readonly ready?: boolean;
  readonly refused?: string;
  readonly rows?: Record<string, unknown>[];
  readonly postgresPid?: number;
  readonly error?: string;
}

/** A process of its own that owns, or tries to own, the embedded PostgreSQL in a folder. */
export class EmbeddedApp {
  /** Everything it logged so far. */
  log = '';
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly sayings: AsyncIterator<string>;

  constructor(dataDir: string) {
    const script = fileURLToPath(new URL('embedded-process.ts', import.meta.url));
    this.child = spawn(process.execPath, ['--import', 'tsx', script, dataDir]);
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.log += text;
    });
    this.sayings = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** Its next line. Fails, with what it logged, when it ends without one. */
  async listen(): Promise<Saying> {
    const next = await this.sayings.next();
    if (next.done) throw new Error(`The process ended silently:\n${this.log}`);
    // It writes nothing but lines of this shape.
    return JSON.parse(next.value) as Saying;
  }

  async query(sql: string): Promise<Saying> {
    this.tell(sql);
    return this.listen();
  }

  tell(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Sends a signal and waits for the process to end; returns its exit code (null when the signal ended it). */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
      await once(this.child, 'exit');
    }
    return this.child.exitCode;
  }
}
