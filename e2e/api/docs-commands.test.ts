import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { BuildIssuer, gitlabClaims } from '@/test/build-issuer';
import { TrustedBuild } from './harness/builds';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

/** Pages are served by Next, and so are the files. */
const origin = mounts[1]?.origin ?? '';
const client = () => clientOf({ origin }).withKey(tenant.keys.admin);

/** The pages whose blocks of code are run as they are printed, with address and key filled in. */
const PAGES = [
  'sboms',
  'gate',
  'clusters',
  'dependency-track',
  'feeds',
  'build-tokens',
  'ci',
  'rest',
  // It makes policies that deny.
  'policy-file',
  'own-products',
  'standards',
] as const;

interface Block {
  readonly name: string;
  readonly code: string;
}

/** The blocks of a page, numbered in their order: a block that is added is noticed. */
function blocksOf(page: string): Block[] {
  const file = new URL(`../../src/app/docs/${page}/page.mdx`, import.meta.url);
  const found = readFileSync(file, 'utf8').matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms);
  return [...found].map(([, indent = '', language = '', code = ''], number) => ({
    name: `${page} ${String(number + 1)}, ${language}`,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}
const BLOCKS = PAGES.flatMap(blocksOf);

/** Blocks that are tried elsewhere, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'gate 4, yaml': 'ci-forms.test.ts',
  'gate 6, yaml': 'ci-forms.test.ts',
  'dependency-track 1, bash': 'npm run test:clients, with cdxgen itself',
  // They install the scanner from its own site.
  'ci 1, yaml': 'recipes-run.integration.test.ts, with commands that stand in for it',
  'ci 2, yaml': 'recipes-run.integration.test.ts, with commands that stand in for it',
};

let folder: string;
let tenant: Tenant;
/** Of builds on GitHub, and of those on GitLab. */
let issuer: BuildIssuer;
let otherIssuer: BuildIssuer;
let build: TrustedBuild;
let feed: string;
/** What is still to be filled in. */
const filled = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-docs-'));
  tenant = await makeTenant();
  issuer = await BuildIssuer.start();
  otherIssuer = await BuildIssuer.start();
  build = await TrustedBuild.create(clientOf({ origin }), tenant, issuer);
  await writeProject();
  await client().post('/teams', { name: 'Payments' });
  await storeImage();
  feed = await makeFeed();
});
afterAll(async () => {
  await Promise.all([issuer.close(), otherIssuer.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** A checkout with one dependency that has ended, and stand-ins of programs that are not on every machine. */
async function writeProject() {
  const express = { name: 'express', version: '3.21.2' };
  const own = { name: 'shop', version: '2.4.1', dependencies: { express: '3.21.2' } };
  const recording = new URL('../fixtures/sboms/syft-image.cdx.json', import.meta.url);
  const says = (code: string) => `#!/bin/sh\n${code}\n`;
  const files: Readonly<Record<string, string>> = {
    'package.json': JSON.stringify(own),
    'package-lock.json': JSON.stringify({
      ...{ name: own.name, version: own.version, lockfileVersion: 3, requires: true },
      packages: { '': own, 'node_modules/express': { version: express.version } },
    }),
    'node_modules/express/package.json': JSON.stringify(express),
    'bin/trivy': says(`cat '${fileURLToPath(recording)}'`),
    'bin/gh': says('cat > "stored-by-gh"'),
    'bin/glab': says('cat > "stored-by-glab"'),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    if (name.startsWith('bin/')) await chmod(file, 0o755);
  }
  const { out } = await run('npm sbom --package-lock-only --sbom-format cyclonedx');
  for (const name of ['sbom.json', 'bom.json', 'target/bom.json']) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), out);
  }
}

/** The image that the page on SBOMs compares with, twice scanned. */
async function storeImage() {
  const body = await readFile(join(folder, 'bom.json'));
  const query = { project: 'github//acme/shop', name: 'registry.example.com/shop', tag: '2.4.1' };
  const sent = () => client().put('/sbom', body, { query });
  const ids = z.object({ scan_id: z.string(), image_tag_id: z.string() });
  const first = ids.parse((await sent()).json);
  await sent();
  filled.set('<image>', first.image_tag_id).set('<scan>', first.scan_id);
}

async function makeFeed() {
  const answer = await client().post('/feed_tokens', { label: 'docs', scope: 'organization' });
  return z.object({ token: z.string() }).parse(answer.json).token;
}

/** A block with this server's address, and keys that it knows. */
function fillIn(code: string): string {
  const withKeys = code
    .replaceAll(/https:\/\/eventide\.example\.com(?::8443)?|http:\/\/localhost:3000/g, origin)
    .replaceAll('evt_…', tenant.keys.admin)
    .replaceAll('evf_…', feed)
    // Days of the page pass.
    .replaceAll(/\b20(\d\d-\d\d-\d\d)\b/g, '21$1');
  return [...filled].reduce((text, [from, to]) => text.replaceAll(from, to), withKeys);
}

/** Runs a script as one would who copies it into a terminal, in the folder of the checkout. */
async function run(script: string, env: Record<string, string> = {}) {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`, HOME: folder },
      ...{ NODE_ENV: 'production', npm_config_update_notifier: 'false', ...env },
    },
  });
  let [out, complaints] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  return { code, out, complaints };
}

/** Runs it, and expects that it ends well and says this. */
async function says(script: string, expected: RegExp, env?: Record<string, string>) {
  const { code, out, complaints } = await run(script, env);
  expect([code, code === 0 ? '' : out + complaints]).toEqual([0, '']);
  expect(out).toMatch(expected);
}

async function reads(address: string, headers: Record<string, string>, type: string) {
  const answer = await fetch(address, { headers });
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  return answer.text();
}

const access = () => ({ EVENTIDE_URL: origin, EVENTIDE_API_KEY: tenant.keys.admin });
const packageRules = z.object({
  packageRules: z.tuple([z.object({ registryUrls: z.tuple([z.string()]) })]),
  hostRules: z.tuple([z.object({ matchHost: z.string(), token: z.string() })]).optional(),
});

/** Renovate asks for `<registry>/<product>.json`, and sends a host's token as a bearer. */
async function asRenovate(code: string) {
  const { packageRules: rules, hostRules } = packageRules.parse(JSON.parse(code));
  const [registry] = rules[0].registryUrls;
  const [host] = hostRules ?? [];
  expect(registry.startsWith(host?.matchHost ?? '')).toBe(true);
  const headers: Record<string, string> = host ? { authorization: `Bearer ${host.token}` } : {};
  const text = await reads(`${registry}/nodejs.json`, headers, 'application/json');
  expect(text).toContain('"cycle":"22"');
}

/** The steps of a workflow that run something, one after the other, as its runner does. */
async function asPipeline(scripts: readonly string[], env: Record<string, string>) {
  for (const script of scripts) await says(script, /(?:)/, env);
}

const workflow = z.object({
  jobs: z.object({
    'eol-gate': z.object({
      env: z.record(z.string(), z.string()),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  }),
});
const gitlabJob = z.object({
  'eol-gate': z.object({
    variables: z.record(z.string(), z.string()),
    script: z.array(z.string()),
  }),
});
const trivyOperator = z.object({
  operator: z.object({
    webhookBroadcastURL: z.string(),
    webhookBroadcastCustomHeaders: z.string(),
  }),
});
const anchore = z.object({
  k8sInventory: z.object({
    kubeconfig: z.object({ cluster: z.string() }),
    anchore: z.record(z.enum(['url', 'user', 'password', 'account']), z.string()),
  }),
});

const FINDING = /Express(?:\.js)? 3|express/i;
const TRIED: Readonly<Record<string, (code: string) => Promise<void>>> = {
  'sboms 1, bash': (code) => says(code, /"scan_id"/),
  'sboms 2, bash': (code) => says(code, /"action": "(?:ALLOW|WARN|DENY)"/),
  'sboms 3, bash': (code) => says(code, /\S/),
  'sboms 4, bash': (code) => says(code, /\S/),
  'gate 1, sh': (code) => says(code, FINDING),
  'gate 2, sh': (code) =>
    says(code, FINDING, { ...access(), npm_config_registry: 'http://127.0.0.1:1' }),
  'gate 3, sh': async (code) => {
    await says(code, /^$/);
    expect(await readFile(join(folder, 'stored-by-gh'), 'utf8')).toBe(tenant.keys.admin);
  },
  'gate 5, sh': async (code) => {
    await says(code, /^$/);
    expect(await readFile(join(folder, 'stored-by-glab'), 'utf8')).toBe(tenant.keys.admin);
  },
  'gate 7, groovy': async (code) => {
    const lines = [...code.matchAll(/sh '([^']+)'/g)].map(([, line = '']) => line);
    await says(lines.join('\n'), FINDING, access());
    expect(await readFile(join(folder, 'eol.xml'), 'utf8')).toContain('<testsuite');
  },
  'gate 8, sh': (code) => says(code, /^(?:ALLOW|WARN)\n$/),
  // The next blocks of the page export, compare and apply this file.
  'policy-file 1, yaml': (code) => writeFile(join(folder, 'eventide.yaml'), code),
  'policy-file 2, bash': async (code) => {
    const written = join(folder, 'eventide.yaml');
    const ours = await readFile(written);
    await says(code, /^$/);
    expect(await readFile(written, 'utf8')).toMatch(/^version: 1$/m);
    await writeFile(written, ours);
  },
  'policy-file 3, bash': (code) =>
    says(code, /^\+ date product=Node\.js cycle=16 .*\n(?:.*\n)*\d+ of them applied\.$/m, access()),
  'policy-file 4, text': async (code) => {
    // As printed: of the two kinds of line that there are, with the place in the file.
    expect(code).toMatch(/^~ policy .* => .* {2}\(line \d+\)\n\+ date .* {2}\(line \d+\)\n/);
    await says('node eventide.mjs policy diff eventide.yaml', /^No|nothing|the same/i, access());
  },
  'own-products 1, yaml': (code) => writeFile(join(folder, 'catalog.yaml'), code),
  'own-products 2, bash': async (code) => {
    await says(code, /^\+ acme-billing {2}\(line 4\)\n1 of them to be applied\.\n/, access());
    expect(await readFile(join(folder, 'catalog.yaml'), 'utf8')).toMatch(/^version: 1$/m);
  },
  'own-products 3, bash': (code) => says(code, /"changes":\[\],"same":1/),
  'own-products 4, bash': (code) => says(code, /"fault":null,"changes":\[\]/),
  'standards 1, bash': async (code) => {
    await says(code, /^$/);
    const written: unknown = JSON.parse(await readFile(join(folder, 'shop.cdx.json'), 'utf8'));
    expect(written).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  },
  'standards 2, bash': async (code) => {
    const { out } = await run(code);
    expect(out).toContain('"events"');
    await writeFile(join(folder, 'cle.json'), out);
  },
  'standards 3, bash': (code) => says(code, /"end_of_security_support"/),
  'standards 4, bash': (code) => says(code, /"applied":false/),
  'policy-file 5, bash': (code) => says(code, /"dry_run":true|"changes":\[\]/),
  'clusters 1, yaml': async (code) => {
    const { webhookBroadcastURL: url, webhookBroadcastCustomHeaders: header } = trivyOperator.parse(
      parse(code),
    ).operator;
    const [name = '', value = ''] = header.split(/:(.*)/s);
    const body = JSON.stringify({
      ...{ apiVersion: 'aquasecurity.github.io/v1alpha1', kind: 'SbomReport' },
      metadata: {
        labels: {
          'trivy-operator.resource.kind': 'ReplicaSet',
          'trivy-operator.resource.name': 'api-7c9d8f6b5d',
          'trivy-operator.resource.namespace': 'shop',
          'trivy-operator.container.name': 'api',
        },
      },
      report: {
        artifact: { repository: 'shop', tag: '1' },
        components: { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] },
      },
    });
    const answer = await fetch(url, { method: 'POST', headers: { [name]: value }, body });
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
  },
  'clusters 2, yaml': async (code) => {
    const { kubeconfig, anchore: to } = anchore.parse(parse(code)).k8sInventory;
    const answer = await fetch(`${to.url}/v2/kubernetes-inventory`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${to.user}:${to.password}`).toString('base64')}`,
        ...{ 'content-type': 'application/json', 'x-anchore-account': to.account },
      },
      body: JSON.stringify({ cluster_name: kubeconfig.cluster, containers: [] }),
    });
    expect(answer.ok).toBe(true);
    expect((await client().get('/clusters')).text).toContain('my-cluster');
  },
  'feeds 1, sh': (code) => says(code, /"token":"evf_/),
  'feeds 2, text': async (code) => {
    const address = /\]\((.+)\)/.exec(code)?.[1] ?? '';
    expect(await reads(address, {}, 'image/svg+xml')).toContain('<svg');
  },
  'feeds 3, json': asRenovate,
  'feeds 4, json': asRenovate,
  'feeds 5, yaml': async (code) => {
    const { metadata } = z
      .object({ metadata: z.object({ annotations: z.record(z.string(), z.string()) }) })
      .parse(parse(code));
    const address = metadata.annotations['endoflife.date/url-location'] ?? '';
    const text = await reads(address, {}, 'application/json');
    expect(text).toContain('"cycle":"22"');
  },
  'build-tokens 1, yaml': async (code) => {
    issuer.answers.set(
      `/token?api-version=2&audience=${encodeURIComponent(build.audience)}`,
      (response) => {
        void build.token().then((value) => response.end(JSON.stringify({ value })));
      },
    );
    const { env, steps } = workflow.parse(parse(code)).jobs['eol-gate'];
    await asPipeline(
      steps.flatMap(({ run: script }) => script ?? []),
      {
        ...{ ...env, EVENTIDE_AUDIENCE: build.audience, GITHUB_ACTIONS: 'true' },
        ...{ GITHUB_REPOSITORY: 'acme/shop', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job' },
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.address}/token?api-version=2`,
      },
    );
    await uploadedTo(build.project);
  },
  'build-tokens 2, yaml': async (code) => {
    const { variables, script } = gitlabJob.parse(parse(code))['eol-gate'];
    const project = unique('on-gitlab');
    const trusted = {
      platform: 'gitlab',
      issuer: otherIssuer.address,
      repository: 'acme/tools/shop',
    };
    await client().post('/trusted_repository', { ...trusted, project_name: project });
    await asPipeline(script, {
      ...variables,
      ...{ CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' },
      EVENTIDE_ID_TOKEN: await otherIssuer.sign(build.audience, { claims: gitlabClaims }),
    });
    await uploadedTo(project);
  },
  'rest 1, bash': (code) => says(code, /Maintained by Debian 12/),
  'rest 2, bash': (code) => says(code, /^\{"version":"[0-9a-f-]{36}","today":"[0-9-]{10}"\}/),
};

async function uploadedTo(project: string) {
  const projects = (await client().get('/v1/scanner/projects')).json as { name: string }[];
  expect(projects.map(({ name }) => name)).toContain(project);
}

describe('what the pages print', () => {
  test('each block is tried, here or elsewhere', () => {
    const names = [...Object.keys(TRIED), ...Object.keys(ELSEWHERE)];
    expect(BLOCKS.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  // In the order of the page: what one block writes, the next one reads.
  test.each(BLOCKS.filter(({ name }) => name in TRIED))('$name', async ({ name, code }) => {
    await TRIED[name]?.(fillIn(code));
  });
});
