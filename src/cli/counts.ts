import { loadEnv } from '@/env';
import { failureText } from '@/server/listener/failure-text';
import { createLogger } from '@/server/platform/log';
import { checkCounts, type CountsDeps, mendCounts } from './counts/commands';
import { readCommandLine } from './command-line';
import { joinDatabase } from './join-database';

const USAGE = `usage: npm run counts -- COMMAND

check   holds the numbers that are kept of each organization's images, and of months that are over, against the images
        and their findings; ends with 1 where some are wrong
repair  counts the images anew where they are`;

const COMMANDS: ReadonlyMap<string, (deps: CountsDeps) => Promise<number>> = new Map([
  ['check', checkCounts],
  ['repair', mendCounts],
]);

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { positionals } = readCommandLine(USAGE, { allowPositionals: true });
  const [name = '', ...others] = positionals;
  const command = COMMANDS.get(name);
  if (!command || others.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const env = loadEnv({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'error' });
  const { db, stop } = await joinDatabase(env, createLogger(env.logLevel));
  try {
    return await command({ db, say });
  } finally {
    await stop();
  }
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  },
);
