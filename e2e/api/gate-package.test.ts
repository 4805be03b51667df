import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

/** Pages are served by Next, and so are the files. */
const origin = mounts[1]?.origin ?? '';
const PACKAGE = `${origin}/cli/eventide.tgz`;

const BOM = JSON.stringify({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
  ],
});

describe('the package of the command', () => {
  let folder: string;
  let surroundings: Record<string, string>;
  const project = unique('project');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-npx-'));
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'bom.json'), BOM);
    const { keys } = await makeTenant();
    const policy = { policy_scope: 'project', policy_type: 'EOL', project_name: project };
    const admin = clientOf({ origin }).withKey(keys.admin);
    const set = await admin.post('/v1/policy', { ...policy, warn_days: 0, deny_days: 0 });
    expect(set.status, set.text).toBe(201);
    surroundings = {
      ...{ PATH: process.env.PATH ?? '', HOME: folder },
      ...{ EVENTIDE_URL: origin, EVENTIDE_API_KEY: keys.scanner },
      // No registry is asked, and nothing is there from before.
      ...{ npm_config_registry: 'http://127.0.0.1:1', npm_config_cache: join(folder, 'cache') },
      ...{ npm_config_update_notifier: 'false', npm_config_fetch_retries: '0' },
    };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function npx(...args: string[]): Promise<{ code: unknown; text: string }> {
    const child = spawn('npx', ['--yes', '--package', PACKAGE, 'eventide', ...args], {
      ...{ cwd: join(folder, 'empty'), env: { ...surroundings, NODE_ENV: 'production' } },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let text = '';
    const read = (chunk: Buffer) => (text += chunk.toString());
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.stdin.end(BOM);
    const [code] = (await once(child, 'close')) as [unknown];
    return { code, text };
  }

  it('holds the command and asks for nothing else', async () => {
    const answer = await fetch(PACKAGE);
    expect(answer.status).toBe(200);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(content.byteLength).toBeLessThan(200_000);
    const entries = await unpackTar(gunzipSync(content));
    const textOf = (name: string) =>
      Buffer.from(entries.find(({ header }) => header.name === name)?.data ?? []).toString();
    expect(entries.map(({ header }) => header.name).sort()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/eventide.mjs',
      'package/package.json',
    ]);
    expect(JSON.parse(textOf('package/package.json'))).toEqual({
      ...{ name: 'eventide', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown },
      ...{ description: expect.any(String) as unknown, license: 'Apache-2.0', type: 'module' },
      ...{ bin: { eventide: 'eventide.mjs' }, engines: { node: '>=20' } },
    });
    const command = await fetch(`${origin}/cli/eventide.mjs`);
    expect(textOf('package/eventide.mjs')).toBe(await command.text());
  });

  it('runs by npx in an empty folder, with its exit codes', async () => {
    const passed = await npx('gate');
    expect(passed.code, passed.text).toBe(0);
    expect(passed.text).toContain('Passed: 0 denied');
    const denied = await npx('gate', '../bom.json', '--project', project);
    expect(denied.code, denied.text).toBe(1);
    expect(denied.text).toMatch(/^DENIED {2}Django 3\.2 /m);
    expect((await npx('gate', 'missing.json')).code).toBe(4);
  });
});
