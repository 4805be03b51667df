import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant } from './harness/tenants';

const FILE = `version: 1
policies:
  - policy_scope: global
    warn_days: 90
    deny_days: 0
  - policy_scope: project
    project_name: shop
    deny_date: 2027-01-31
`;
const text = (file: string) => Buffer.from(file);

describe.each(mounts)('the policy file on the $name mount', (mount) => {
  let keys: Awaited<ReturnType<typeof makeTenant>>['keys'];
  beforeAll(async () => {
    ({ keys } = await makeTenant());
  });
  const admin = () => clientOf(mount).withKey(keys.admin);
  const yaml = { headers: { 'content-type': 'application/yaml' } };

  it('is tried, applied and read again; a file is what curl sends, whatever it says its type is', async () => {
    const dry = await admin().put('/policy_file', text(FILE), {
      ...yaml,
      query: { dry_run: 'true' },
    });
    expect([dry.status, dry.json]).toMatchObject([
      200,
      { applied: false, policies: { changes: [{ change: 'added', line: 3 }, { line: 6 }] } },
    ]);
    expect((await admin().get('/v1/policy')).json).toEqual([]);
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const applied = await admin().put('/policy_file', text(FILE), form);
    expect([applied.status, applied.json]).toMatchObject([200, { applied: true, dates: null }]);
    expect((await admin().get('/v1/policy')).json).toHaveLength(2);

    const viewer = clientOf(mount).withKey(keys.viewer);
    const { json } = await viewer.get('/policy_file');
    const { file } = json as { file: string };
    expect(file).toContain('deny_date: 2027-01-31');
    const raw = await sendHttp(mount.origin, {
      ...{ method: 'GET', target: '/api/policy_file?format=yaml' },
      headers: { authorization: `ApiKey ${keys.viewer}` },
    });
    expect([raw.headers['content-type'], raw.text]).toEqual([
      'application/yaml; charset=utf-8',
      file,
    ]);
    const again = await admin().put('/policy_file', text(file), yaml);
    expect(again.json).toMatchObject({ applied: false, policies: { changes: [], same: 2 } });
  });

  it.each([
    ['', 422, 'Field required'],
    ['version: 2', 422, 'line 1, column 10'],
    ['a: [1', 422, 'line 1, column'],
    ['a: &a [*a, *a]', 422, 'Aliases are not read'],
    ['version: 1\nsecrets: x\n', 422, 'line 2, column 10: Extra inputs'],
    [`version: 1\npolicies: [${'['.repeat(5_000)}`, 422, 'line 2'],
    ['version: 1\npolicies:\n  - policy_scope: global\n    deny_days: 4000\n', 422, 'line 4'],
    [`version: 1 #${'x'.repeat(1_048_577)}`, 413, 'larger'],
  ])('refuses a file that is none: %#', async (file, status, part) => {
    const answer = await admin().put('/policy_file', text(file), yaml);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(part)]);
  });

  it('refuses what is no text, and what is packed', async () => {
    const latin = await admin().put('/policy_file', Buffer.from([0xe9, 0xff]), yaml);
    expect([latin.status, latin.text]).toEqual([422, expect.stringContaining('UTF-8')]);
    const headers = { ...yaml.headers, 'content-encoding': 'gzip' };
    expect((await admin().put('/policy_file', text(FILE), { headers })).status).toBe(415);
    expect(
      (await admin().put('/policy_file', text(FILE), { query: { dry_run: 'x' } })).status,
    ).toBe(422);
  });

  it('has a schema for editors, which needs no key', async () => {
    const { status, json } = await clientOf(mount).get('/policy_file/schema');
    expect([status, json]).toMatchObject([
      200,
      { title: 'eventide.yaml', required: ['version'], additionalProperties: false },
    ]);
  });

  it('is written and applied by the command', async () => {
    const run = async (args: readonly string[], input = '') => {
      const child = spawn(process.execPath, ['public/cli/eventide.mjs', 'policy', ...args], {
        env: {
          ...{ PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
          ...{ EVENTIDE_URL: mount.origin, EVENTIDE_API_KEY: keys.admin },
        },
      });
      let out = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
      child.stdin.end(input);
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, out };
    };
    const added = `${FILE}  - { policy_scope: project, project_name: web, warn_days: 30 }\n`;
    expect(await run(['diff'], added)).toEqual({
      code: 0,
      out: '+ policy policy_scope=project policy_type=EOL warn_days=30 project_name=web  (line 9)\n1 of them to be applied.\n',
    });
    expect((await run(['apply', '-'], added)).out).toContain('1 of them applied.');
    const { out } = await run(['export']);
    expect((await run(['diff'], out)).out).toBe('Nothing changes.\n');
    const broken = await run(['apply'], 'version: 1\npolicies: [{ policy_scope: all }]\n');
    expect([broken.code, broken.out]).toEqual([4, expect.stringContaining('line 2, column 28')]);
    expect((await run(['burn'], '')).code).toBe(2);
  });
});
