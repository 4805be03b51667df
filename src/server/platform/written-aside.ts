import { randomBytes } from 'node:crypto';
import type { WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file aside, for its owner's eyes alone, and gives it its name once it is whole and on disk. When `write` fails,
 * nothing is left.
 * @param refusal makes what is thrown where something of that name stands, or where nothing can be written
 * @param write has written all of it, and ended the stream, when it is done
 */
export async function writeAside<T>(
  file: string,
  refusal: (message: string, cause?: unknown) => Error,
  write: (output: WriteStream) => Promise<T>,
): Promise<T> {
  if (await isThere(file)) throw refusal(`${file} exists already. Nothing was changed.`);
  const draft = `${file}.${randomBytes(6).toString('hex')}.partial`;
  const handle = await open(draft, 'wx', 0o600).catch((cause: unknown) => {
    throw refusal(`${file} cannot be written: ${codeOf(cause)}`, cause);
  });
  const output = handle.createWriteStream({ flush: true });
  try {
    const result = await write(output);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return result;
  } catch (error) {
    output.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/** Names an error of the file system, as node does. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Keeps what was last renamed in a folder, also should the machine end. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs no such call to keep a rename.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
