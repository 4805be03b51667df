import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { told } from './told';

/** What systemd has to say of a unit: it ends well, and warns, also where it does not know what it reads. */
async function complaintsOf(unit: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-unit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'eventide.service');
  // The folder of the release is not on this machine; a command that is not there would be all that is said.
  await writeFile(file, unit.replace('=/opt/eventide/bin/node ', `=${process.execPath} `));
  const { status, stderr } = spawnSync(told('E2E_SYSTEMD_ANALYZE'), ['verify', '--man=no', file], {
    encoding: 'utf8',
  });
  // Other units of the machine are not ours to judge.
  const lines = stderr.split('\n').filter((line) => line.includes('eventide.service'));
  return status === 0 ? lines : [...lines, `status ${String(status)}`];
}

const unit = await readFile('deploy/systemd/eventide.service', 'utf8');

test('systemd knows all that the unit says', async () => {
  expect(await complaintsOf(unit)).toEqual([]);
});

test('what it does not know is found', async () => {
  const [complaint, ...others] = await complaintsOf(
    unit.replace('ProtectClock=', 'ProtectClocks='),
  );
  expect(complaint).toContain('ProtectClocks');
  expect(others).toEqual([]);
});
