import { loadEnv } from '@/env';
import { systemClock } from '@/server/platform/clock';
import { failureText } from '@/server/listener/failure-text';
import { createLogger } from '@/server/platform/log';
import {
  type AccountCommand,
  type AccountDeps,
  endSessions,
  makeOperator,
  printResetLink,
  unmakeOperator,
} from './account/commands';
import { readCommandLine } from './command-line';
import { joinDatabase } from './join-database';

const USAGE = `usage: npm run account -- COMMAND EMAIL

reset-link       prints a link under which the person with this address chooses a new password. It holds for one
                 hour, and once; whoever has it can sign in as that person
end-sessions     signs the person with this address out of every browser, at once
add-operator     lets the person with this address look after the installation: the pages under /operator
remove-operator  takes that away again`;

const COMMANDS: ReadonlyMap<string, AccountCommand> = new Map([
  ['reset-link', printResetLink],
  ['end-sessions', endSessions],
  ['add-operator', makeOperator],
  ['remove-operator', unmakeOperator],
]);

const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

/**
 * Opens the people of a server with this environment, whether or not one runs now.
 * @throws ConfigurationError, DatabaseStartError
 */
async function openAccounts(
  source: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly deps: AccountDeps; close(): Promise<void> }> {
  const env = loadEnv({ ...source, LOG_LEVEL: source.LOG_LEVEL || 'error' });
  const { db, stop } = await joinDatabase(env, createLogger(env.logLevel));
  return { deps: { env, db, clock: systemClock }, close: stop };
}

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { positionals } = readCommandLine(USAGE, { allowPositionals: true });
  const [name = '', email, ...others] = positionals;
  const command = COMMANDS.get(name);
  if (!command || email === undefined || others.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { deps, close } = await openAccounts(process.env);
  try {
    return await command(deps, email, say);
  } finally {
    await close();
  }
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  },
);
