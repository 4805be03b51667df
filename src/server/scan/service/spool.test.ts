import { type FileHandle, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Spool } from './spool';

// Of its own: in the system's, other processes have files too.
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-spool-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Makes bytes of which no part is like another. */
const bytesFrom = (start: number, length: number) =>
  Uint8Array.from({ length }, (_, index) => ((start + index) * 2_654_435_761) >>> 24);

test.each([0, 1, 200_000, 262_145, 2_000_000])(
  '%i bytes are read as they were written',
  async (size) => {
    const spool = new Spool();
    const written: Uint8Array[] = [];
    for (let at = 0; at < size; at += 30_000) {
      const part = bytesFrom(at, Math.min(30_000, size - at));
      written.push(part);
      await spool.write([part.subarray(0, 7), part.subarray(7)]);
    }
    expect(spool.sizeBytes).toBe(size);
    const whole = Buffer.concat(written);
    expect((await spool.readWhole()).equals(whole)).toBe(true);
    expect((await spool.readWhole()).equals(whole)).toBe(true);
    await spool.clear();
  },
);

test('what is given up leaves nothing behind, and a place to begin anew', async () => {
  const spool = new Spool();
  await spool.write([bytesFrom(0, 1_000_000)]);
  await spool.clear();
  expect([spool.sizeBytes, await readdir(folder)]).toEqual([0, []]);
  await spool.write([bytesFrom(5, 10)]);
  expect(await spool.readWhole()).toEqual(Buffer.from(bytesFrom(5, 10)));
});

test('JSON is given once, and its text is let go of', async () => {
  const spool = new Spool();
  await spool.write([Buffer.from('{"list":[1,'), Buffer.from('2]}')]);
  expect(await spool.takeJson()).toEqual({ list: [1, 2] });
  expect(spool.sizeBytes).toBe(0);
});

const NO_QUOTA = -constants.errno.EDQUOT;

/** The one place where all open files have their methods. */
async function filesOfAll(): Promise<FileHandle> {
  const file = await open(join(folder, 'any'), 'w');
  await file.close();
  // The prototype of an object has its methods.
  return Object.getPrototypeOf(file) as FileHandle;
}

test.each([
  ['is full', () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))],
  // Node has no name for a quota.
  ['is full for us', () => Promise.reject(Object.assign(new Error('quota'), { errno: NO_QUOTA }))],
  ['takes a part', () => Promise.resolve({ bytesWritten: 299_999, buffers: [] })],
])('a disk that %s is told as one, to try again later', async (_how, write) => {
  vi.spyOn(await filesOfAll(), 'writev').mockImplementation(write);
  const spool = new Spool();
  await expect(spool.write([bytesFrom(0, 300_000)])).rejects.toMatchObject({
    code: 'unavailable',
    message: 'There is no room for uploads at the moment',
    retryAfterSeconds: 30,
  });
  await spool.clear();
});

test('a file that fails for another reason fails as it does', async () => {
  const broken = Object.assign(new Error('broken'), { code: 'EIO' });
  vi.spyOn(await filesOfAll(), 'writev').mockRejectedValue(broken);
  const spool = new Spool();
  await expect(spool.write([bytesFrom(0, 300_000)])).rejects.toBe(broken);
  await spool.clear();
});
