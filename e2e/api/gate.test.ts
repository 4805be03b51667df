import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { BuildIssuer } from '@/test/build-issuer';
import type { ApiClient } from './harness/api-client';
import { TrustedBuild } from './harness/builds';
import { runCommand, type Ended } from './harness/eventide-command';
import { sendHttp, type HttpAnswer } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const builtCommand = join(projectDir, 'public/cli/eventide.mjs');

const bom = (version = '3.2.25') => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
  components: [
    { type: 'library', name: 'django', version, purl: `pkg:pypi/django@${version}` },
    { type: 'library', name: 'ours', version: '1', purl: 'pkg:pypi/ours-of-nobody@1' },
  ],
});

describe.each(mounts)('reports on the $name mount', ({ origin }) => {
  let headers: Record<string, string>;
  beforeAll(async () => {
    const { keys } = await makeTenant();
    headers = { authorization: `ApiKey ${keys.admin}`, 'content-type': 'application/json' };
  });
  const check = (query: string, more: Record<string, string> = {}): Promise<HttpAnswer> =>
    sendHttp(origin, {
      ...{ method: 'POST', target: `/api/sbom/check${query}`, headers: { ...headers, ...more } },
      body: JSON.stringify(bom()),
    });

  it.each([
    ['sarif', 'application/sarif+json', '"ruleId":"eol/django/3.2"'],
    ['junit', 'application/xml', '<testcase classname="eol.python" name="Django 3.2">'],
    ['gitlab-code-quality', 'application/json', '"check_name":"eol/django/3.2"'],
    ['gitlab-dependency-scanning', 'application/json', '"version":"15.1.0"'],
    ['markdown', 'text/markdown; charset=utf-8', '| ended | Django 3.2 | ended on 2024-04-01 |'],
    ['text', 'text/plain; charset=utf-8', 'ended  Django 3.2  ended on 2024-04-01'],
    ['json', 'application/json', '"product_name":"Django"'],
  ])('are written as %s', async (format, type, part) => {
    const { status, headers: answered, text } = await check(`?format=${format}`);
    expect([status, answered['content-type']]).toEqual([200, type]);
    expect(text).toContain(part);
    expect(answered['x-request-id']).toBeDefined();
  });

  it('are chosen by Accept, unless a format is named', async () => {
    const accept = { accept: 'application/sarif+json' };
    expect((await check('', accept)).headers['content-type']).toBe('application/sarif+json');
    expect((await check('?format=json', accept)).headers['content-type']).toBe('application/json');
    const unknown = await check('', { accept: 'image/png' });
    expect([unknown.status, unknown.headers['content-type']]).toEqual([200, 'application/json']);
  });

  it('point at the file that is named', async () => {
    const { text } = await check('?format=sarif&location=./web/Dockerfile');
    expect(text).toContain('"uri":"web/Dockerfile"');
  });

  it.each([
    ['', 'shop'],
    ['&tag=3.0.0', 'shop'],
    ['&name=com.acme:api', 'com.acme:api'],
    ['&name=acme/shop&tag=1&project=pay&category=alpine', 'pay/acme/shop/alpine'],
    [`&name=acme/shop:1&digest=sha256:${'0'.repeat(64)}`, 'acme/shop'],
  ])('called %j are of the category %s in each build', async (query, lasting) => {
    const { text } = await check(`?format=sarif${query}`);
    expect(text).toContain(`"automationDetails":{"id":"eventide/${lasting}/"}`);
    expect(text).toContain(`"primaryLocationLineHash":"${lasting}:eol/django/3.2:`);
  });

  it('are written of uploads too, which are stored as ever', async () => {
    const project = unique('project');
    const target = `/api/sbom?format=markdown&project=${project}`;
    const answer = await sendHttp(origin, {
      method: 'PUT',
      target,
      headers,
      body: JSON.stringify(bom()),
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/\[In Eventide\]\(http.*\/images\/[0-9a-f-]{36}\)/);
    const images = await clientOf({ origin })
      .with(headers)
      .post('/images', undefined, { query: { search: 'shop' } });
    expect(images.text).toContain(project);
  });

  it('are refused in the form of the API: what is no format, and no document', async () => {
    const client = clientOf({ origin }).with(headers);
    const unknown = await client.post('/sbom/check', bom(), { query: { format: 'pdf' } });
    expect(unknown.status).toBe(422);
    const broken = await client.post('/sbom/check', { no: 'bom' }, { query: { format: 'sarif' } });
    expect(broken.status).toBe(422);
  });
});

describe('the command', () => {
  let folder: string;
  let client: ApiClient;
  let anonymous: ApiClient;
  let tenant: Tenant;
  let surroundings: Record<string, string>;
  let command: string;
  const project = unique('project');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-gate-'));
    tenant = await makeTenant();
    const { keys } = tenant;
    const [, next] = mounts;
    const origin = next?.origin ?? '';
    anonymous = clientOf({ origin });
    client = anonymous.withKey(keys.admin);
    // As anybody gets it.
    const { status, text } = await sendHttp(origin, { method: 'GET', target: '/cli/eventide.mjs' });
    expect(status).toBe(200);
    command = join(folder, 'eventide.mjs');
    await writeFile(command, text);
    await writeFile(join(folder, 'bom.json'), JSON.stringify(bom()));
    surroundings = { EVENTIDE_URL: origin, EVENTIDE_API_KEY: keys.scanner };
    const policy = { policy_scope: 'project', policy_type: 'EOL', project_name: project };
    expect(
      (await client.post('/v1/policy', { ...policy, warn_days: 0, deny_days: 0 })).status,
    ).toBe(201);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (args: string[], more: Record<string, string> = {}, input = ''): Promise<Ended> =>
    runCommand(command, args, { folder, env: { ...surroundings, ...more }, input });

  it('is the file that the build made, for everybody', async () => {
    expect(await readFile(command, 'utf8')).toBe(await readFile(builtCommand, 'utf8'));
  });

  it('passes what no policy denies, and fails what one does', async () => {
    const passed = await run(['gate', 'bom.json']);
    expect([passed.code, passed.complaints]).toEqual([0, '']);
    expect(passed.out).toContain('Passed: 0 denied, 0 warned of, 1 ended without a policy');
    expect(passed.out).toContain('1 component is not matched: neither supported nor ended.');
    const denied = await run(['gate', 'bom.json', '--project', project]);
    expect(denied.code).toBe(1);
    expect(denied.out).toMatch(/^DENIED {2}Django 3\.2 {2}ended on 2024-04-01/m);
    expect((await run(['check', 'bom.json', '--project', project])).code).toBe(0);
  });

  it('reads a pipe, and writes as many reports as are asked for', async () => {
    const sarif = join(folder, 'eol.sarif');
    const args = ['check', '-o', `sarif=${sarif}`, '-o', 'junit', '--location', 'Dockerfile'];
    args.push('--tag', '2.4.1', '--category', 'alpine');
    const { code, out } = await run(args, {}, JSON.stringify(bom()));
    expect(code).toBe(0);
    expect(out).toMatch(/^<\?xml[^]*<\/testsuites>\n$/);
    const written = await readFile(sarif, 'utf8');
    expect(written).toContain('"uri":"Dockerfile"');
    expect(written).toContain('"automationDetails":{"id":"eventide/SBOM/alpine/"}');
  });

  it('fails where too little is known', async () => {
    const args = ['gate', 'bom.json', '--min-coverage'];
    expect((await run([...args, '50'])).code).toBe(0);
    const { code, complaints } = await run([...args, '51']);
    expect([code, complaints]).toEqual([
      1,
      'eventide: Denied: 50 % of the components are known, and 51 % have to be.\n',
    ]);
  });

  it('fails JUnit too where too little is known, and where warnings fail', async () => {
    const args = ['gate', 'bom.json', '-o', 'junit', '--min-coverage'];
    expect((await run([...args, '51'])).out).toContain('<failure type="coverage"');
    expect((await run([...args, '50'])).out).toContain('failures="0"');
  });

  it('stores what is uploaded, and finds who has it', async () => {
    const stored = await run([
      'upload',
      'bom.json',
      '--project',
      project,
      '--label',
      'team=web',
      '-o',
      'json',
    ]);
    expect([stored.code, stored.complaints]).toEqual([0, '']);
    expect(JSON.parse(stored.out)).toMatchObject({ url: expect.stringContaining('/images/') });
    const key = client.headers.authorization?.replace('ApiKey ', '') ?? '';
    const found = await run(['who-has', 'django', '3.2'], { EVENTIDE_API_KEY: key });
    expect([found.code, found.out]).toEqual([0, `${project}\tshop:2.4.1\n`]);
    const asKey = { EVENTIDE_API_KEY: key };
    const otherCycle = await run(['who-has', 'D-Jango', '1'], asKey);
    expect([otherCycle.code, otherCycle.out]).toEqual([0, '']);
    expect(otherCycle.complaints).toContain('Of those that end are held: 3.2.');
    const otherName = await run(['who-has', 'jangod', '3.2'], asKey);
    expect([otherName.code, otherName.out]).toEqual([0, '']);
    expect(otherName.complaints).toContain('is called jangod');
    const noImage = await run(['diff', '--against', 'no/image:1'], asKey, JSON.stringify(bom()));
    expect(noImage.code).toBe(2);
    expect(noImage.complaints).toContain('Image tag not found');
    const different = await run(
      ['diff', '--against', `${project}/shop:2.4.1`],
      { EVENTIDE_API_KEY: key },
      JSON.stringify(bom('5.2.1')),
    );
    expect([different.code, different.complaints]).toEqual([0, '']);
    expect(different.out).toContain('Django');
  });

  it.each([
    ['no command', [], {}, 2],
    ['a command that there is none of', ['judge'], {}, 2],
    ['an option that there is none of', ['check', '--nope'], {}, 2],
    ['an output that there is none of', ['check', '-o', 'pdf'], {}, 2],
    ['no address', ['check', 'bom.json'], { EVENTIDE_URL: '' }, 2],
    ['a parameter that is refused', ['upload', 'bom.json', '--digest', 'nope'], {}, 2],
    ['a key that is not known', ['check', 'bom.json'], { EVENTIDE_API_KEY: 'evt_nobody' }, 3],
    ['a file that is not there', ['check', 'nope.json'], {}, 4],
    ['a pipe without anything', ['check'], {}, 4],
  ])('ends with its own code for %s', async (_what, args, more, code) => {
    const ended = await run(args, more);
    expect(ended.code, ended.complaints).toBe(code);
    expect(ended.complaints).toMatch(/^eventide: ./);
    expect(ended.complaints + ended.out).not.toContain(surroundings.EVENTIDE_API_KEY);
  });

  describe('in a build without a key', () => {
    let issuer: BuildIssuer;
    let build: TrustedBuild;
    const keyless = { EVENTIDE_API_KEY: '' };
    beforeAll(async () => {
      issuer = await BuildIssuer.start();
      build = await TrustedBuild.create(anonymous, tenant, issuer);
    });
    afterAll(() => issuer.close());

    it('shows the token that GitLab gives', async () => {
      const env = { ...keyless, EVENTIDE_ID_TOKEN: await build.token() };
      const { code, out, complaints } = await run(['upload', 'bom.json', '-o', 'json'], env);
      expect([code, complaints]).toEqual([0, '']);
      const { url } = JSON.parse(out) as { url: string };
      expect(url).toContain('/images/');
      const elsewhere = await run(['upload', 'bom.json', '--project', 'other'], env);
      expect(elsewhere.code).toBe(3);
      expect(elsewhere.complaints).toContain(`good for the project ${build.project} alone`);
    });

    it('asks GitHub for one', async () => {
      const asked: string[] = [];
      issuer.answers.set(
        '/token?api-version=2&audience=' + encodeURIComponent(build.audience),
        (response, request) => {
          asked.push(request.headers.authorization ?? '');
          void build.token().then((value) => response.end(JSON.stringify({ value })));
        },
      );
      const env = {
        ...keyless,
        GITHUB_ACTIONS: 'true',
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.address}/token?api-version=2`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
      };
      const unasked = await run(['gate', 'bom.json'], env);
      expect([unasked.code, asked]).toEqual([2, []]);
      expect(unasked.complaints).toContain('EVENTIDE_AUDIENCE');
      const gated = await run(['gate', 'bom.json'], { ...env, EVENTIDE_AUDIENCE: build.audience });
      expect([gated.code, gated.complaints, asked]).toEqual([0, '', ['Bearer of-the-job']]);
      const wrong = await run(['gate', 'bom.json', '--audience', 'https://other.example.com'], env);
      expect(wrong.code).toBe(3);
      expect(wrong.complaints).toContain('GitHub gave no token: HTTP 404');
      const forked = await run(['gate', 'bom.json'], { ...keyless, GITHUB_ACTIONS: 'true' });
      expect(forked.code).toBe(2);
      expect(forked.complaints).toContain('id-token: write');
    });

    it('says where the reason of a refusal is to be found, and not the token', async () => {
      const token = await build.token({ repository: 'acme/other' });
      const { code, complaints } = await run(['check', 'bom.json'], {
        ...keyless,
        EVENTIDE_ID_TOKEN: token,
      });
      expect(code).toBe(3);
      expect(complaints).toContain('under Build tokens');
      expect(complaints).not.toContain(token);
    });

    it('checks a pull request, and does not store it', async () => {
      const token = await build.token({ event_name: 'pull_request', ref: 'refs/pull/7/merge' });
      const env = { ...keyless, EVENTIDE_ID_TOKEN: token };
      expect((await run(['gate', 'bom.json'], env)).code).toBe(0);
      const stored = await run(['upload', 'bom.json'], env);
      expect(stored.code).toBe(3);
      expect(stored.complaints).toContain('A build of a pull request may check, not upload');
    });
  });

  it('tells the place in a document that cannot be read', async () => {
    const { code, complaints } = await run(
      ['check'],
      {},
      '{"bomFormat":"CycloneDX","specVersion":"1.6","components":7}',
    );
    expect(code).toBe(4);
    expect(complaints).toContain('components');
  });

  it('warns of a key that everybody can see', async () => {
    const { complaints } = await run([
      'check',
      'bom.json',
      '--key',
      surroundings.EVENTIDE_API_KEY ?? '',
    ]);
    expect(complaints).toContain('EVENTIDE_API_KEY hides it');
  });
});

describe('a service that is away', () => {
  let server: Server;
  let url: string;
  let asked = 0;
  let answer: readonly [number, string];
  beforeEach(() => {
    answer = [503, '{}'];
  });
  beforeAll(async () => {
    server = createServer((_, response) => {
      asked += 1;
      response.writeHead(answer[0]).end(answer[1]);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(() => void server.close());

  const gate = async (...options: string[]) => {
    const child = spawn(process.execPath, [builtCommand, 'gate', 'package.json', ...options], {
      cwd: projectDir,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        EVENTIDE_URL: url,
        EVENTIDE_API_KEY: 'evt_x',
      },
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, complaints };
  };

  test('is asked three times, and then fails the build', async () => {
    asked = 0;
    expect((await gate()).code).toBe(3);
    expect(asked).toBe(3);
  });

  test('passes where that is chosen, and says so', async () => {
    const { code, complaints } = await gate('--fail-open');
    expect(code).toBe(0);
    expect(complaints).toContain('NOT CHECKED');
  });

  test('and a proxy that takes no document of its size are told apart', async () => {
    answer = [413, '<html><h1>413 Request Entity Too Large</h1></html>'];
    const { code, complaints } = await gate();
    expect(code).toBe(4);
    expect(complaints).toContain('HTTP 413: what stands before Eventide takes nothing as large');
    answer = [413, '{"detail":"The body is larger than 67108864 bytes"}'];
    expect((await gate()).complaints).toContain('larger than 67108864 bytes');
  });
});
