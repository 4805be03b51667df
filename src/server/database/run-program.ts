import { spawn } from 'node:child_process';
import { parse } from 'node:path';
import type { PostgresUser } from './postgres-user';

/**
 * How every PostgreSQL program is started: as `user`, away from any folder it might not read, and with an
 * environment of its own, since ours holds secrets. `C` keeps macOS from loading its threaded locale code.
 */
export function programOptions(program: string, user: PostgresUser | undefined) {
  return {
    cwd: parse(program).root,
    env: { NODE_ENV: 'production' as const, LC_ALL: 'C', TZ: 'UTC' },
    ...user,
  };
}

/** Runs a program to its end. Throws with what it wrote to standard error when it fails. */
export function runProgram(
  program: string,
  args: readonly string[],
  user: PostgresUser | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...programOptions(program, user),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${signal ?? code}: ${complaint.trim()}`));
    });
  });
}
