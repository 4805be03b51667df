import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { gateRecipes } from '@/domain/report/gate-recipes';
import { BuildIssuer } from '@/test/build-issuer';
import { TrustedBuild } from './harness/builds';
import { sendHttp } from './harness/http';
import { clientOf, mounts } from './harness/mounts';
import { freePort } from './harness/server-process';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const deployed = (file: string) =>
  readFile(fileURLToPath(new URL(`../../deploy/ci/${file}`, import.meta.url)), 'utf8');
const ACTION = await deployed('github/action.yml');
const TEMPLATE = await deployed('gitlab/templates/eol-gate.yml');
/** Pages are served by Next, and so are the files. */
const origin = mounts[1]?.origin ?? '';

const input = z.object({
  default: z.union([z.string(), z.boolean(), z.number()]).optional(),
});
const action = z
  .object({
    inputs: z.record(z.string(), input),
    outputs: z.object({ sarif: z.object({ value: z.string() }) }),
    runs: z.object({
      using: z.literal('composite'),
      steps: z.tuple([
        z.object({
          id: z.string(),
          shell: z.literal('bash'),
          env: z.record(z.string(), z.string()),
          run: z.string(),
        }),
      ]),
    }),
  })
  .parse(parse(ACTION));
const [head, body] = parseAllDocuments(TEMPLATE).map((one): unknown => one.toJS());
const { spec } = z.object({ spec: z.object({ inputs: z.record(z.string(), input) }) }).parse(head);
const job = z.object({
  variables: z.record(z.string(), z.string()),
  script: z.array(z.string()),
  id_tokens: z.object({ EVENTIDE_ID_TOKEN: z.object({ aud: z.string() }) }),
});

let folder: string;
let tenant: Tenant;
let issuer: BuildIssuer;
let build: TrustedBuild;
const denied = unique('denied');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-ci-'));
  tenant = await makeTenant();
  issuer = await BuildIssuer.start();
  build = await TrustedBuild.create(clientOf({ origin }), tenant, issuer);
  const version = '3.2.25';
  const components = [
    { type: 'library', name: 'django', version, purl: `pkg:pypi/django@${version}` },
    { type: 'library', name: 'ours', version: '1', purl: 'pkg:pypi/ours-of-nobody@1' },
  ];
  const metadata = { component: { type: 'application', name: 'shop', version: '2.4.1' } };
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata, components };
  await writeFile(join(folder, 'sbom.json'), JSON.stringify(bom));
  const client = clientOf({ origin }).withKey(tenant.keys.admin);
  for (const project of [denied, `github//acme/${denied}`, `gitlab//acme/${denied}`]) {
    const policy = { policy_scope: 'project', policy_type: 'EOL', project_name: project };
    const { status } = await client.post('/v1/policy', { ...policy, warn_days: 0, deny_days: 0 });
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  await issuer.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a script as a runner does, in the folder of the checkout. */
async function runScript(shell: readonly string[], script: string, env: Record<string, string>) {
  const file = join(folder, unique('step'));
  await writeFile(file, script);
  const [program = 'sh', ...options] = shell;
  const child = spawn(program, [...options, file], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  return { code, out };
}

test.each([
  ['github/action.yml', ACTION],
  ['gitlab/templates/eol-gate.yml', TEMPLATE],
])('the server gives out %s, to everybody', async (path, text) => {
  const answer = await sendHttp(origin, { method: 'GET', target: `/cli/${path}` });
  expect([answer.status, answer.text]).toEqual([200, text]);
});

describe('the GitHub Action', () => {
  const [step] = action.runs.steps;
  const expression = /\$\{\{ *inputs\.([\w-]+) *\}\}/g;

  async function act(given: Record<string, string>, more: Record<string, string> = {}) {
    const temporary = await mkdtemp(join(folder, 'runner-'));
    const [output, summary] = [join(temporary, 'output'), join(temporary, 'summary')];
    await Promise.all([writeFile(output, ''), writeFile(summary, '')]);
    const env = Object.entries(step.env).map(([name, value]) => [
      name,
      value.replaceAll(expression, (_, key: string) =>
        String(given[key] ?? action.inputs[key]?.default ?? ''),
      ),
    ]);
    const ended = await runScript(
      ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
      step.run,
      // Names are those of the file.
      {
        ...(Object.fromEntries(env) as Record<string, string>),
        ...{ RUNNER_TEMP: temporary, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
        ...{ GITHUB_REPOSITORY: `acme/${denied}`, GITHUB_ACTIONS: 'true', ...more },
      },
    );
    const [outputs, summed] = await Promise.all([
      readFile(output, 'utf8'),
      readFile(summary, 'utf8'),
    ]);
    return { ...ended, outputs, summed };
  }

  it('hands each of its inputs to the script as text, and no other', () => {
    const used = Object.values(step.env).flatMap((value) =>
      [...value.matchAll(expression)].map(([, name]) => name),
    );
    expect(used.sort()).toEqual(Object.keys(action.inputs).sort());
    expect(step.run).not.toContain('${{');
    expect(action.outputs.sarif.value).toBe(`\${{ steps.${step.id}.outputs.sarif }}`);
  });

  it('judges by the policies of the repository, and writes SARIF and the summary', async () => {
    const given = { url: `${origin}/`, 'api-key': tenant.keys.scanner, location: 'web/Dockerfile' };
    const { code, out, outputs, summed } = await act({ ...given, category: 'alpine' });
    expect(code, out).toBe(1);
    expect(out).toMatch(/^DENIED {2}Django 3\.2/m);
    expect(summed).toContain('Django 3.2');
    const sarif = await readFile(/^sarif=(.+)$/m.exec(outputs)?.[1] ?? '', 'utf8');
    expect(sarif).toContain('"uri":"web/Dockerfile"');
    expect(sarif).toContain(`"id":"eventide/github//acme/${denied}/sbom.json/alpine/"`);
  });

  it('passes elsewhere, writes SARIF where it is told, and stores what is asked', async () => {
    const project = unique('stored');
    const given = { url: origin, 'api-key': tenant.keys.scanner, project, sarif: 'eol.sarif' };
    const { code, out, outputs } = await act({ ...given, upload: 'true' });
    expect([code, outputs], out).toEqual([0, 'sarif=eol.sarif\n']);
    expect(await readFile(join(folder, 'eol.sarif'), 'utf8')).toContain('eol/django/3.2');
    const images = await clientOf({ origin })
      .withKey(tenant.keys.viewer)
      .post('/images', undefined, { query: { search: 'shop' } });
    expect(images.text).toContain(project);
    const little = await act({ ...given, 'min-coverage': '51' });
    expect(little.code).toBe(1);
    expect((await act({ ...given, sbom: 'nope.json' })).code).toBe(4);
  });

  it('sends the CODEOWNERS file with what is stored, unless that is not wanted', async () => {
    const file = join(folder, 'owners');
    await writeFile(file, '* @acme/web\n');
    const codeowners = async (given: Record<string, string>) => {
      const project = unique('owned');
      const all = {
        url: origin,
        'api-key': tenant.keys.scanner,
        upload: 'true',
        project,
        ...given,
      };
      const { code, out } = await act(all);
      expect(code, out).toBe(0);
      const client = clientOf({ origin }).withKey(tenant.keys.admin);
      const projects = (await client.get('/v1/scanner/projects')).json as Record<
        'id' | 'name',
        string
      >[];
      const id = projects.find(({ name }) => name === project)?.id ?? '';
      return (await client.get(`/projects/${id}/owner`)).json;
    };
    expect(await codeowners({ codeowners: file })).toMatchObject({
      codeowners: { handles: ['@acme/web'] },
    });
    expect(await codeowners({ codeowners: 'none' })).toMatchObject({ codeowners: null });
  });

  it('takes what is written into it for text', async () => {
    const given = { url: origin, 'api-key': tenant.keys.scanner };
    const { code, out } = await act({ ...given, project: '$(touch hacked)"; touch hacked #' });
    expect(code, out).toBe(0);
    await expect(readFile(join(folder, 'hacked'))).rejects.toThrow('ENOENT');
  });

  it('needs no key where the repository is trusted', async () => {
    issuer.answers.set(
      `/token?api-version=2&audience=${encodeURIComponent(build.audience)}`,
      (response) => {
        void build.token().then((value) => response.end(JSON.stringify({ value })));
      },
    );
    const { code, out } = await act(
      { url: origin, audience: build.audience },
      {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.address}/token?api-version=2`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
      },
    );
    expect(code, out).toBe(0);
    expect(out).toContain('Django 3.2');
  });

  it('fails where the server is not reached, unless that is chosen', async () => {
    const away = { url: 'http://127.0.0.1:9', 'api-key': 'evt_x' };
    const closed = await act(away);
    expect([closed.code, closed.outputs]).toEqual([3, '']);
    const open = await act({ ...away, 'fail-open': 'true' });
    expect(open.code).toBe(0);
    expect(open.out).toContain('NOT CHECKED');
  });
});

describe('the GitLab component', () => {
  const interpolation = /\$\[\[ *inputs\.(\w+) *\]\]/g;

  /** The job as GitLab makes it of the inputs. */
  function jobOf(given: Record<string, string>) {
    const text = JSON.stringify(body).replaceAll(interpolation, (_, key: string) =>
      JSON.stringify(String(given[key] ?? spec.inputs[key]?.default ?? '')).slice(1, -1),
    );
    return z.record(z.string(), job).parse(JSON.parse(text));
  }

  async function runJob(given: Record<string, string>, more: Record<string, string>) {
    const made = Object.values(jobOf(given))[0];
    if (!made) throw new Error('The template makes no job');
    return runScript(['sh', '-e'], made.script.join('\n'), {
      CI_PROJECT_PATH: `acme/${denied}`,
      ...made.variables,
      ...more,
    });
  }

  it('uses each of its inputs, and none that there is not', () => {
    const used = new Set([...JSON.stringify(body).matchAll(interpolation)].map(([, name]) => name));
    expect([...used].sort()).toEqual(Object.keys(spec.inputs).sort());
    const [name] = Object.keys(jobOf({ job: 'end-of-life' }));
    expect(name).toBe('end-of-life');
    for (const line of Object.values(jobOf({})).flatMap(({ script }) => script)) {
      expect(line).not.toContain('$[[');
    }
  });

  it('judges by the policies of the repository, and writes what GitLab reads', async () => {
    const { code, out } = await runJob(
      { url: `${origin}/`, location: 'web/Dockerfile', category: 'alpine' },
      { EVENTIDE_API_KEY: tenant.keys.scanner, EVENTIDE_ID_TOKEN: 'for.no.audience' },
    );
    expect(code, out).toBe(1);
    expect(out).toMatch(/^DENIED {2}Django 3\.2/m);
    const read = (file: string) => readFile(join(folder, file), 'utf8');
    expect(await read('gl-code-quality-report.json')).toContain('"path":"web/Dockerfile"');
    expect(await read('gl-dependency-scanning-report.json')).toContain('"version":"15.1.0"');
    const hash = `gitlab//acme/${denied}/sbom.json/alpine:eol/django/3.2:python`;
    expect(await read('gl-eol-gate.sarif')).toContain(hash);
  });

  it('needs no key where the repository is trusted', async () => {
    const given = { url: origin, audience: build.audience };
    expect(Object.values(jobOf(given))[0]?.id_tokens.EVENTIDE_ID_TOKEN.aud).toBe(build.audience);
    const { code, out } = await runJob(given, { EVENTIDE_ID_TOKEN: await build.token() });
    expect(code, out).toBe(0);
    const none = await runJob({ url: origin }, { EVENTIDE_ID_TOKEN: 'for.no.audience' });
    expect([none.code, none.out]).toEqual([2, 'eventide: Which key? EVENTIDE_API_KEY\n']);
  });

  it('fails where the server is not reached, unless that is chosen', async () => {
    const away = { url: 'http://127.0.0.1:9' };
    expect((await runJob(away, { EVENTIDE_API_KEY: 'evt_x' })).code).toBe(3);
    const open = await runJob({ ...away, fail_open: 'true' }, { EVENTIDE_API_KEY: 'evt_x' });
    expect([open.code, open.out.includes('NOT CHECKED')]).toEqual([0, true]);
  });
});

describe('the recipes', () => {
  const codeOf = (id: string) =>
    gateRecipes({ publicUrl: origin, apiKey: tenant.keys.scanner }).find((one) => one.id === id)
      ?.steps ?? [];

  it('of Jenkins runs, and leaves a report', async () => {
    const stage = codeOf('jenkins')[0]?.code.replace('target/bom.json', 'sbom.json') ?? '';
    const lines = [...stage.matchAll(/sh '([^']+)'/g)].map(([, line = '']) => line);
    expect(lines).toHaveLength(2);
    const script = lines.join('\n').replace('--project shop', `--project ${denied}`);
    const env = { EVENTIDE_URL: origin, EVENTIDE_API_KEY: tenant.keys.scanner };
    const { code, out } = await runScript(['sh', '-xe'], script, env);
    expect(code, out).toBe(1);
    expect(await readFile(join(folder, 'eol.xml'), 'utf8')).toContain('<failure');
  });

  it('of curl fails on a denial alone, and where nothing answers, also in the middle of a script', async () => {
    const command = codeOf('curl')[0]?.code ?? '';
    const run = async (recipe: string) => {
      const { code, out } = await runScript(['sh', '-e'], `${recipe}\necho went on\n`, {});
      return [code === 0, out.includes('went on')];
    };
    expect(await run(command)).toEqual([true, true]);
    const others = [
      command.replace('project=shop', `project=${denied}`),
      command.replace(tenant.keys.scanner, 'evt_nobody'),
      command.replace(origin, `http://127.0.0.1:${String(await freePort())}`),
    ];
    for (const other of others) {
      expect(other).not.toBe(command);
      expect(await run(other), other).toEqual([false, false]);
    }
  });

  it('of curl fails where no answer of Eventide can be read', async () => {
    const command = codeOf('curl')[0]?.code ?? '';
    const without = await mkdtemp(join(folder, 'without-jq-'));
    const found = await runScript(
      ['sh', '-e'],
      'for one in curl grep; do command -v $one; done',
      {},
    );
    for (const program of found.out.trim().split('\n'))
      await symlink(program, join(without, basename(program)));
    const unread = await runScript(['/bin/sh', '-e'], command, { PATH: without });
    expect([unread.code === 0, unread.out.includes('jq')], unread.out).toEqual([false, true]);

    // A page of whoever stands before it, nothing, and JSON of somebody else's: each with 200.
    const answers = ['<!doctype html><title>Sign in</title>', '', '{}', '{"policy":{}}', '[]'];
    for (const answer of answers) {
      const portal = createServer((request, response) => {
        request.resume();
        response.end(answer);
      });
      await once(portal.listen(0, '127.0.0.1'), 'listening');
      const { port } = portal.address() as AddressInfo; // a TCP server's address is never a string
      const at = `http://127.0.0.1:${String(port)}`;
      const { code, out } = await runScript(['sh', '-e'], command.replace(origin, at), {});
      portal.close();
      expect(code, answer + out).not.toBe(0);
    }
  });

  it('of GitHub and GitLab are workflows that name the files of this server', async () => {
    const [download, workflow] = codeOf('github-actions');
    const { jobs } = z
      .object({ jobs: z.record(z.string(), z.object({ steps: z.array(z.looseObject({})) })) })
      .parse(parse(workflow?.code ?? ''));
    const given = z
      .looseObject({ with: z.record(z.string(), z.string()) })
      .parse(jobs['eol-gate']?.steps.find(({ uses }) => uses === './.github/actions/eventide'));
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given.with)));
    const curl = (download?.code ?? '').split('\n').slice(0, 2).join('\n');
    expect((await runScript(['sh', '-e'], curl, {})).code).toBe(0);
    expect(await readFile(join(folder, '.github/actions/eventide/action.yml'), 'utf8')).toBe(
      ACTION,
    );
    const pipeline = z
      .looseObject({
        include: z.tuple([
          z.object({ remote: z.string(), inputs: z.record(z.string(), z.string()) }),
        ]),
      })
      .parse(parse(codeOf('gitlab-ci')[1]?.code ?? ''));
    const [{ remote, inputs }] = pipeline.include;
    expect(remote).toBe(`${origin}/cli/gitlab/templates/eol-gate.yml`);
    expect(Object.keys(spec.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
  });
});
