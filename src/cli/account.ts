import { parseArgs } from 'node:util';
import { failureText } from '@/server/listener/failure-text';
import { openAccounts } from './account/open-accounts';
import { makeOperator, unmakeOperator } from './account/operators';
import { printResetLink, type AccountCommand } from './account/reset-link';

const USAGE = `usage: npm run account -- COMMAND EMAIL

reset-link       prints a link under which the person with this address chooses a new password. It holds for one
                 hour, and once; whoever has it can sign in as that person
add-operator     lets the person with this address look after the installation: the pages under /operator
remove-operator  takes that away again`;

const COMMANDS: ReadonlyMap<string, AccountCommand> = new Map([
  ['reset-link', printResetLink],
  ['add-operator', makeOperator],
  ['remove-operator', unmakeOperator],
]);

const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
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
