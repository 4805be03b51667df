import { loadEnv } from '@/env';
import { systemClock } from '@/server/platform/clock';
import { createLogger } from '@/server/platform/log';
import { readCommandLine } from './command-line';
import { interruption, endFailed } from './interruption';
import { joinDatabase, type Reaching } from './join-database';
import { exportTo, importFrom, type TransferDeps } from './organization/commands';

const USAGE = `usage: npm run organization -- export NAME [FILE]
       npm run organization -- import FILE [--name NAME] [--admin EMAIL]...

export  writes everything of the organization with this name or id into FILE, while it runs. Secrets are not in it: keys,
        tokens, what channels sign in with. Without FILE into one that is named by it and the time, where npm was called,
        or without npm in DATA_DIR
import  makes an organization of what FILE holds, beside those that are here. --name calls it otherwise. --admin makes the
        person with this address an admin of it, whatever they were: be sure that the account here is theirs`;

interface Work extends Reaching {
  readonly work: (deps: TransferDeps) => Promise<void>;
}

/** @returns null: the command line is not one */
function chosen(): Work | null {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: { name: { type: 'string' }, admin: { type: 'string', multiple: true } },
  });
  const [command, first, second, ...others] = positionals;
  if (first === undefined || others.length > 0) return null;
  const { name, admin: admins } = values;
  if (command === 'export' && name === undefined && admins === undefined)
    return { work: (deps) => exportTo(deps, first, second, interruption) };
  if (command === 'import' && second === undefined)
    return { work: (deps) => importFrom(deps, first, { name, admins }), mayMake: true };
  return null;
}

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const asked = chosen();
  if (!asked) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const env = loadEnv({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'error' });
  const { db, stop } = await joinDatabase(env, createLogger(env.logLevel), asked);
  try {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const { dataDir, operators } = env;
    await asked.work({ deps: { db, clock: systemClock }, dataDir, operators, say });
    return 0;
  } finally {
    await stop();
  }
}

main().then((status) => process.exit(status), endFailed);
