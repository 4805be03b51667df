import { loadEnv } from '@/env';
import { failureText } from '@/server/listener/failure-text';
import { createLogger } from '@/server/platform/log';
import { checkFacts } from './facts/commands';
import { readCommandLine } from './command-line';
import { joinDatabase } from './join-database';

const USAGE = `usage: npm run facts -- check

check   replays the facts on when release cycles end, the catalog's and those of each organization, and holds what they
        come to against the tables; ends with 1 where they differ`;

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { positionals } = readCommandLine(USAGE, { allowPositionals: true });
  if (positionals.join(' ') !== 'check') {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const env = loadEnv({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'error' });
  const { db, stop } = await joinDatabase(env, createLogger(env.logLevel));
  try {
    return await checkFacts({ db, say });
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
