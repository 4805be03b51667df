import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { onTestFinished } from 'vitest';

export interface OpenedArchive {
  /** Names in the archive, in its order. */
  readonly names: readonly string[];
  readonly metadata: unknown;
  readonly databaseBytes: Buffer;
  /** Opened for reading only, as the scanner does. */
  readonly database: DatabaseSync;
}

/** Unpacks an archive as the scanner does, and opens what is in it. */
export async function openArchive(content: Uint8Array): Promise<OpenedArchive> {
  const entries = await unpackTar(gunzipSync(content), { strict: true });
  const bytesOf = (name: string) =>
    Buffer.from(entries.find(({ header }) => header.name === name)?.data ?? []);
  const databaseBytes = bytesOf('xeol.db');
  const file = path.join(await temporaryFolder(), 'xeol.db');
  await writeFile(file, databaseBytes);
  return {
    names: entries.map(({ header }) => header.name),
    metadata: JSON.parse(bytesOf('metadata.json').toString()),
    databaseBytes,
    database: new DatabaseSync(file, { readOnly: true }),
  };
}

/** An empty folder that goes away with the test that asked for it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eventide-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
