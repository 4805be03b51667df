import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayOf } from '@/domain/eol/calendar';
import { databaseRows, type ServedCatalog } from '@/domain/scanner-database/rows';
import { archiveName, scannerMetadata, type ScannerArchive } from '@/domain/scanner-database/feed';
import { sqliteFile } from './sqlite-file';

const compress = promisify(gzip);

export interface BuiltArchive extends ScannerArchive {
  readonly content: Buffer;
}

/**
 * Builds the scanner's database of a catalog as the archive it downloads: `xeol.db` and `metadata.json` at its
 * root. Works in turns of a few milliseconds, so that the process can answer meanwhile.
 */
export async function buildArchive(catalog: ServedCatalog, builtAt: Date): Promise<BuiltArchive> {
  const rows = await databaseRows(catalog, dayOf(builtAt), () => nextTurn());
  const database = await sqliteFile(rows, builtAt);
  const metadata = scannerMetadata(builtAt, hash('sha256', database, 'hex'));
  const entry = (name: string, size: number) => ({ name, size, mode: 0o644, mtime: builtAt });
  const tar = await packTar([
    { header: entry('xeol.db', database.byteLength), body: database },
    { header: entry('metadata.json', Buffer.byteLength(metadata)), body: metadata },
  ]);
  const content = await compress(tar, { level: constants.Z_BEST_COMPRESSION });
  const sha256 = hash('sha256', content, 'hex');
  return { name: archiveName(builtAt, sha256), builtAt, sha256, content };
}
