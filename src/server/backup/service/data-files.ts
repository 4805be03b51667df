import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '@/domain/backup/fault';

/** What lies in the data folder beside the database and the secret: the scanners' certificate authority. */
const FOLDER = 'scanner-ca';
export const DATA_FILES = [`${FOLDER}/ca.pem`, `${FOLDER}/ca-key.pem`] as const;

/** The text of each of the files, by its name; none where the installation has made no authority. */
export async function readDataFiles(dataDir: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const name of DATA_FILES) {
    const text = await readIfPresent(join(dataDir, name));
    if (text !== null) texts.set(name, text);
  }
  return texts;
}

/**
 * Refuses a data folder that holds other files than these.
 * @throws BackupError
 */
export async function refuseOtherDataFiles(
  dataDir: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const present = await readDataFiles(dataDir);
  for (const [name, text] of present) {
    if (files.size === 0 || files.get(name) === text) continue;
    throw new BackupError(
      `${join(dataDir, FOLDER)} holds another certificate authority than the backup. Move it away, or restore into another DATA_DIR. Nothing was changed.`,
    );
  }
}

/** Writes the files into a data folder that has none; all of them appear at once. */
export async function writeDataFiles(
  dataDir: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  if (files.size === 0 || (await readDataFiles(dataDir)).size > 0) return;
  const draft = join(dataDir, `${FOLDER}.${randomUUID()}.tmp`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    for (const [name, text] of files) {
      const handle = await open(join(draft, name.slice(FOLDER.length + 1)), 'wx', 0o600);
      await handle.writeFile(text);
      await handle.sync();
      await handle.close();
    }
    await rename(draft, join(dataDir, FOLDER));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
