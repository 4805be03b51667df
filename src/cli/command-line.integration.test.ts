import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@/test/files';

const folder = fileURLToPath(new URL('.', import.meta.url));

function run(dataDir: string, name: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(folder, `${name}.ts`), ...args],
    { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: 'test' } },
  );
  return { status, stdout, stderr };
}

test('every command reads its arguments so', () => {
  const commands = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ source }) => source.includes('const USAGE'));
  expect(commands.length).toBeGreaterThan(7);
  for (const { name, source } of commands)
    expect([name, source.includes('readCommandLine(USAGE, {')]).toEqual([name, true]);
});

test('help is told, and what is no command line is said before the usage', async () => {
  const dataDir = await temporaryFolder();
  expect(run(dataDir, 'facts', '--help')).toEqual({
    ...{ status: 0, stderr: '', stdout: expect.stringMatching(/^usage: npm run facts -- check/) },
  });
  expect(run(dataDir, 'backup', '--accept-little')).toEqual({
    ...{ status: 2, stdout: '' },
    stderr: expect.stringMatching(
      /^Unknown option '--accept-little'.*\nusage: npm run backup -- \[FILE\]/,
    ),
  });
  expect(run(dataDir, 'organization', 'import', 'file', '--name')).toMatchObject({ status: 2 });
  // An address may begin with a sign of options.
  expect(run(dataDir, 'account', 'reset-link', '--', '--help').stderr).toContain('no database');
}, 60_000);

test('nothing is asked of a database that is not there, nor is one made for the question', async () => {
  const dataDir = join(await temporaryFolder(), 'wrong');
  for (const [name, ...args] of [
    ['facts', 'check'],
    ['counts', 'check'],
    ['account', 'reset-link', 'ada@example.com'],
    ['catalog', 'status'],
    ['organization', 'export', 'Acme'],
  ] as const) {
    const { status, stdout, stderr } = run(dataDir, name, ...args);
    expect([name, status, stdout]).toEqual([name, 1, '']);
    expect(stderr).toContain(`There is no database in ${dataDir}. Run the command with`);
  }
  expect(() => readdirSync(dataDir)).toThrow('ENOENT');
}, 60_000);
