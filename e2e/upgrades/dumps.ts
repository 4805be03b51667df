import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import { HEAD } from '@/server/backup/service/entries';

const DUMPS_DIR = join(import.meta.dirname, 'dumps');

/** The dumps by their names, in the order of their sets of migrations. */
export const DUMPS: readonly string[] = readdirSync(DUMPS_DIR).toSorted();

/** With every test, beside the newest: the first, and those whose migrations were edited since. `npm run test:upgrades`: all. */
export const SOME: readonly string[] = ['01', '06', '28', '31', '48', '60', '65', '71', '84'];

/** Numbers that no dump has, and why. */
export const MISSING: Readonly<Record<string, string>> = {
  70: 'The last migration of its set failed on every database',
};

/** Migrations that the newest dump does not have: theirs is made by the last commit that has no newer one. */
export const NEWER: readonly string[] = [
  '20261204000000_more_saved_views',
  '20261205000000_former_member',
  '20261205010000_unfinished_removal',
  '20261205020000_former_product_names',
  '20261206050000_covered_undated',
  '20261206100000_image_tags_of_project',
  '20261206110000_open_times_of_software',
  '20261206120000_closed_times_of_software',
  '20261206130000_audit_of_policies',
];

export const fileOf = (dump: string) => join(DUMPS_DIR, dump);

const TAR_BLOCK = 512;

/** Reads what a dump begins with, and no more of it: how it was made, and by which migrations. */
export async function headOf(dump: string): Promise<unknown> {
  const tar = createReadStream(fileOf(dump)).pipe(createZstdDecompress());
  let read = Buffer.alloc(0);
  for await (const part of tar as AsyncIterable<Buffer>) {
    read = Buffer.concat([read, part]);
    if (read.length < TAR_BLOCK) continue;
    const name = read.toString('latin1', 0, 100).replace(/\0.*$/s, '');
    if (name !== HEAD) throw new Error(`${dump} begins with ${name}`);
    const size = Number.parseInt(read.toString('latin1', 124, 136), 8);
    if (read.length >= TAR_BLOCK + size)
      return JSON.parse(read.toString('utf8', TAR_BLOCK, TAR_BLOCK + size));
  }
  throw new Error(`${dump} ends before it has said what it is`);
}
