import { parseArgs } from 'node:util';
import { failureText } from '@/server/listener/failure-text';
import { importFile } from './catalog/import-file';
import { openCatalog } from './catalog/open-catalog';
import { showStatus } from './catalog/show-status';

const USAGE = `usage: npm run catalog -- import FILE [--accept-losses]
       npm run catalog -- status

import  brings the catalogue to what FILE says: the answer of products/full of the endoflife.date API v1.
        --accept-losses  also when FILE lacks much of what was imported before
status  says where the catalogue comes from, and how fresh it is`;

const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

/** @returns the status that the process ends with */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'accept-losses': { type: 'boolean', default: false } },
  });
  const [command, file, ...others] = positionals;
  const isImport = command === 'import' && file !== undefined && others.length === 0;
  const isStatus = command === 'status' && file === undefined;
  if (!isImport && !isStatus) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { deps, close } = await openCatalog(process.env);
  try {
    if (!isImport) await showStatus(deps, say);
    else return await importFile(deps, file, { acceptsLosses: values['accept-losses'] }, say);
    return 0;
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
