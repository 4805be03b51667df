import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The image cannot be built on this machine, which is no fault of the product's. */
export class NotRunnable extends Error {
  override readonly name = 'NotRunnable';
}

/** What builds the bases, the image, and runs it. Debian has packages of these names. */
const TOOLS = ['buildah', 'podman', 'runc', 'debootstrap'] as const;

/** @throws NotRunnable naming what is missing */
export function requireTools(): void {
  if (process.getuid?.() !== 0) throw new NotRunnable('only root may make a base with debootstrap');
  const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  if (missing.length > 0) throw new NotRunnable(`${missing.join(', ')}: not installed`);
  if (!existsSync('/etc/debian_version')) throw new NotRunnable('this is not Debian');
}

/** Runs a tool to its end, with what it says in sight. Throws when it fails. */
export function run(tool: string, args: readonly string[], cwd?: string): void {
  const { status } = spawnSync(tool, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd });
  if (status !== 0) throw new Error(`${tool} ${args.slice(0, 3).join(' ')}: failed`);
}

/** Runs a tool and returns what it writes, without the blanks around it. Throws what it complains of when it fails. */
export function ask(tool: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${tool} ${args.slice(0, 3).join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
}
