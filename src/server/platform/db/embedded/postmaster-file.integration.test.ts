import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@/test/files';
import { findPostmaster, removeStaleFile } from './postmaster-file';

const fileText = (pid: number) =>
  [pid, '/data', 1, 5432, '/sockets', '', '', 'ready'].map(String).join('\n');

test('a file whose number belongs to another process is left where it is looked at, and removed before a start', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'postmaster.pid');
  // This process works in another folder.
  await writeFile(path, fileText(process.pid));
  expect(await findPostmaster(folder)).toBeUndefined();
  expect(await readFile(path, 'utf8')).toBe(fileText(process.pid));
  await removeStaleFile(folder);
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await removeStaleFile(folder);
});

test('the file of a server that another has just started stays', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'postmaster.pid');
  const fresh = fileText(process.ppid);
  for (let round = 0; round < 300; round += 1) {
    await writeFile(path, fileText(process.pid));
    const started = async () => {
      await sleep(round % 3);
      // As PostgreSQL replaces it.
      await rm(path, { force: true });
      await writeFile(path, fresh, { flag: 'wx' });
    };
    await Promise.all([removeStaleFile(folder), started(), removeStaleFile(folder)]);
    expect(await readFile(path, 'utf8')).toBe(fresh);
    await rm(path);
  }
});
