import { loadEnv } from '@/env';
import { systemClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { endFailed } from '../interruption';
import type { BackupDeps } from './commands';

/** What a command of the command line needs, from the environment. */
function depsOf(source: Readonly<Record<string, string | undefined>>): BackupDeps {
  const env = loadEnv({ ...source, LOG_LEVEL: source.LOG_LEVEL || 'error' });
  return {
    env,
    clock: systemClock,
    logger: createLogger(env.logLevel),
    say: (line) => void process.stdout.write(`${line}\n`),
  };
}

/**
 * Runs a command and ends the process: with 0, with 1 (or what a signal is counted as) and the reason on standard error, or
 * with 2 and the usage.
 * @param choose null: the command line is not one
 */
export function runCommand(
  usage: string,
  choose: () => ((deps: BackupDeps) => Promise<void>) | null,
): void {
  const run = async () => {
    const command = choose();
    if (command) return command(depsOf(process.env)).then(() => 0);
    process.stderr.write(`${usage}\n`);
    return 2;
  };
  run().then((status) => process.exit(status), endFailed);
}
