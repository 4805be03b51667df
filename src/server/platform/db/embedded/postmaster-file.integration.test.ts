import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '@/test/files';
import { findPostmaster, removeStaleFile } from './postmaster-file';

/** Starts a process that works in `folder`, as a server does, until the test has finished. */
async function processIn(folder: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {
    cwd: folder,
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('The process has no number.');
  return child.pid;
}

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
  // A look that comes late reads this file first, and must find its server.
  const fresh = fileText(await processIn(folder));
  for (let round = 0; round < 300; round += 1) {
    await writeFile(path, fileText(process.pid));
    const started = async () => {
      await sleep(round % 3);
      // As PostgreSQL replaces it.
      await rm(path, { force: true });
      await writeFile(path, fresh, { flag: 'wx' });
    };
    const late = sleep(round % 5).then(() => removeStaleFile(folder));
    await Promise.all([removeStaleFile(folder), started(), late]);
    expect(await readFile(path, 'utf8')).toBe(fresh);
    await rm(path);
  }
});
