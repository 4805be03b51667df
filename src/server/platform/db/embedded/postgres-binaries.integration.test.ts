import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@/test/files';
import { copyBeside } from './postgres-binaries';

/** A package of programs, and the folder of a cluster. */
async function folders() {
  const folder = await temporaryFolder();
  const native = join(folder, 'package', 'native');
  await mkdir(join(native, 'bin'), { recursive: true, mode: 0o700 });
  await writeFile(join(native, '../package.json'), '{"version":"18.1.0"}');
  await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 });
  const clusterDir = join(folder, 'data', 'postgres');
  await mkdir(clusterDir, { recursive: true });
  return { native, clusterDir, beside: dirname(clusterDir) };
}

test('a copy that was killed in the middle is in nobody’s way, and goes in time', async () => {
  const { native, clusterDir, beside } = await folders();
  const [before, lately] = [String(process.pid), 'abcdef'].map((name) =>
    join(beside, `postgres-binaries-18.1.0.${name}`),
  );
  for (const draft of [before, lately]) await mkdir(join(draft ?? '', 'bin'), { recursive: true });
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(before ?? '', longAgo, longAgo);
  const target = await copyBeside(native, clusterDir);
  expect(await readFile(join(target, 'bin', 'postgres'), 'utf8')).toBe('program');
  expect((await stat(target)).mode & 0o777).toBe(0o755);
  expect((await readdir(beside)).toSorted()).toEqual([
    'postgres',
    'postgres-binaries-18.1.0',
    'postgres-binaries-18.1.0.abcdef',
  ]);
});

test('several that copy at a time get the same one, and the next start copies nothing', async () => {
  const { native, clusterDir, beside } = await folders();
  const copies = await Promise.all([1, 2, 3].map(() => copyBeside(native, clusterDir)));
  expect(new Set(copies)).toEqual(new Set([join(beside, 'postgres-binaries-18.1.0')]));
  expect((await readdir(beside)).toSorted()).toEqual(['postgres', 'postgres-binaries-18.1.0']);
  await writeFile(join(native, 'bin', 'postgres'), 'another');
  const target = await copyBeside(native, clusterDir);
  expect(await readFile(join(target, 'bin', 'postgres'), 'utf8')).toBe('program');
});

test('a copy that fails leaves nothing behind, and says why', async () => {
  const { native, clusterDir, beside } = await folders();
  await expect(copyBeside(join(native, '../gone'), clusterDir)).rejects.toThrow('ENOENT');
  expect(await readdir(beside)).toEqual(['postgres']);
});
