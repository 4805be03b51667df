import { spawnSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OwnServer } from '../harness/own-server';
import { imageScan } from '../harness/payloads';
import { allPages, type ProjectImage, type ScanAnswer } from '../harness/reads';

const MATCHES = 40;
const scanOf = (name: string, purls: readonly string[] = []) =>
  imageScan({
    project: 'faults',
    image: `faults:${name}`,
    purls,
    matches: Array.from({ length: MATCHES }, (_, n) => ({
      product: `Product ${String(n)}`,
      cycle: name,
    })),
  });

/** Packages of uploads that are too long to be held in memory, and wait in files until they are complete. */
const PURLS = Array.from(
  { length: 9_000 },
  (_, n) => `pkg:npm/a-package-that-nobody-has-heard-of-${String(n)}@1.0.${String(n)}`,
);
const longSbom = (name: string) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name, version: '1' } },
  components: PURLS.map((purl, n) => ({
    ...{ type: 'library', name: `a-package-${String(n)}`, version: `1.0.${String(n)}`, purl },
  })),
});
const NO_ROOM = { detail: 'There is no room for uploads at the moment' };

/** Whatever was accepted is there whole, and what was refused is not there. */
async function expectExactly(own: OwnServer, accepted: readonly ScanAnswer[]): Promise<void> {
  const images = await allPages<ProjectImage>(own.api, 'POST', '/images');
  expect(images.map(({ id }) => id).sort()).toEqual(accepted.map((one) => one.image_tag_id).sort());
  for (const { image_tag_id: id } of accepted)
    expect((await own.api.get(`/image_tags/${id}/eol_software`)).json).toMatchObject({
      total: MATCHES,
    });
}

async function upload(own: OwnServer, scan: object): Promise<ScanAnswer> {
  const answer = await own.api.put('/v2/scan', scan);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as ScanAnswer; // held against its schema by the client
}

const DISK_MIB = 160;
/** A small disk of its own; null where none can be mounted, as for who is not root. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-disk-'));
  await chmod(folder, 0o755);
  const options = `size=${String(DISK_MIB)}m,mode=755`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true });
    return null;
  }
  onTestFinished(async () => {
    spawnSync('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

const CHUNK = Buffer.alloc(1_024 * 1_024);

/** Has a disk be full but for the bytes that are left. */
async function fill(disk: string, leftBytes = 0): Promise<string> {
  const ballast = join(disk, 'ballast');
  await writeFile(ballast, '');
  const more = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(disk);
    if (bavail * bsize <= leftBytes) return;
    await appendFile(ballast, CHUNK);
    await more();
  };
  // Its last piece does not fit.
  await more().catch(() => undefined);
  return ballast;
}

describe('a disk that is full', { timeout: 180_000 }, () => {
  it('loses nothing, refuses uploads with 503, and takes them again once there is room', async (context) => {
    const disk = await smallDisk();
    if (disk === null) {
      context.skip('No small disk can be mounted here: that takes root');
      return;
    }
    // As in the image: what waits for its last byte is beside the database.
    const own = await OwnServer.create({ DATA_DIR: disk, TMPDIR: disk });
    await own.start();
    const accepted = [await upload(own, scanOf('before'))];
    const ballast = await fill(disk);
    for (const [path, body] of [
      ['/v2/scan', scanOf('long', PURLS)],
      ['/sbom', longSbom('long')],
    ] as const) {
      expect(JSON.stringify(body).length).toBeGreaterThan(1_000_000);
      const answer = await own.api.put(path, body);
      expect([answer.status, answer.json]).toEqual([503, NO_ROOM]);
      expect(answer.headers['retry-after']).toBe('30');
    }
    // There is room in what PostgreSQL has taken already: so long until that is full, too.
    let refused = 0;
    for (let n = 0; n < 400 && refused < 3; n += 1) {
      const answer = await own.api.put('/v2/scan', scanOf(`full-${String(n)}`));
      expect([200, 503], answer.text).toContain(answer.status);
      if (answer.status === 503) refused += 1;
      else accepted.push(answer.json as ScanAnswer);
    }
    expect(refused).toBe(3);
    await rm(ballast);
    await expect
      .poll(async () => (await own.api.get('/readyz')).status, { timeout: 60_000 })
      .toBe(200);
    accepted.push(await upload(own, scanOf('after')), await upload(own, scanOf('long', PURLS)));
    await expectExactly(own, accepted);
    expect((await own.api.put('/sbom', longSbom('long'))).status).toBe(200);
  });

  it('is not filled by a backup, which is made once there is room', async (context) => {
    const disk = await smallDisk();
    if (disk === null) {
      context.skip('No small disk can be mounted here: that takes root');
      return;
    }
    const backups = join(disk, 'backups');
    const own = await OwnServer.create({ DATA_DIR: disk, TMPDIR: disk });
    await own.start();
    const ballast = await fill(disk, 24 * CHUNK.byteLength);
    await own.process.stop();
    await own.launch({ BACKUP_DIR: backups });
    await own.process.ready();
    await expect
      .poll(() => own.process.log(), { timeout: 60_000 })
      .toContain('There is no room for a backup');
    expect(await readdir(backups)).toEqual([]);
    const accepted = [await upload(own, scanOf('beside'))];
    await expectExactly(own, accepted);
    await own.process.stop();
    await rm(ballast);
    await own.launch({ BACKUP_DIR: backups });
    await own.process.ready();
    await expect.poll(() => own.process.log(), { timeout: 60_000 }).toContain('backup made');
    const made = (await readdir(backups)).filter((name) => name.endsWith('.tar.gz'));
    expect(made).toHaveLength(1);
  });
});
