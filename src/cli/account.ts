import { parseArgs } from 'node:util';
import { failureText } from '@/server/http/failure-text';
import { openAccounts } from './account/open-accounts';
import { printResetLink } from './account/reset-link';

const USAGE = `usage: npm run account -- reset-link EMAIL

reset-link  prints a link under which the person with this address chooses a new password. It holds for one
            hour, and once; whoever has it can sign in as that person`;

const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command, email, ...others] = positionals;
  if (command !== 'reset-link' || email === undefined || others.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { deps, close } = await openAccounts(process.env);
  try {
    return await printResetLink(deps, email, say);
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
