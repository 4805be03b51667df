import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How a run of the command ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly complaints: string;
}

/** Runs the file of the command `eventide` in a folder. */
export async function runCommand(
  file: string,
  args: readonly string[],
  {
    folder,
    env,
    input = '',
  }: {
    readonly folder: string;
    readonly env: Readonly<Record<string, string>>;
    readonly input?: string;
  },
): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
  });
  const texts = { out: '', complaints: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.complaints += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}
