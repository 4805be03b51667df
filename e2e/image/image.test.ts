import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { API_KEY, Container, folderOf, imageName, removeVolume } from './container';
import { ask } from './tools';

const READY = 'Eventide is ready at';
const MOST_BYTES = 350_000_000;
const AUTHORIZATION = { authorization: `ApiKey ${API_KEY}` };

let volume: string;
let containers: Container[];

beforeEach(() => {
  volume = `eventide-test-${randomBytes(4).toString('hex')}`;
  containers = [];
});
afterEach(() => {
  for (const container of containers) container.remove();
  removeVolume(volume);
});

async function start(): Promise<Container> {
  const container = await Container.start(volume);
  containers.push(container);
  return container;
}

async function startReady(): Promise<Container> {
  const container = await start();
  await container.says(READY);
  return container;
}

async function upload({ origin }: Container): Promise<Response> {
  const scan = await readFile('e2e/fixtures/payloads/captured/v2-current-image.json');
  return fetch(`${origin}/v2/scan`, {
    method: 'PUT',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: scan,
  });
}

const imagesPage = z.object({ total: z.number() });

async function imageCount({ origin }: Container): Promise<number> {
  const response = await fetch(`${origin}/api/images`, { method: 'POST', headers: AUTHORIZATION });
  return imagesPage.parse(await response.json()).total;
}

const databaseLog = () => readFile(join(folderOf(volume), 'postgres.log'), 'utf8');

test('it is small, says what it is, and starts as nobody', () => {
  const [image] = z
    .array(
      z.object({
        Size: z.number(),
        Labels: z.record(z.string(), z.string()),
        Config: z.object({
          User: z.string(),
          StopSignal: z.string(),
          Volumes: z.record(z.string(), z.unknown()),
          Healthcheck: z.object({ Test: z.array(z.string()) }).optional(),
        }),
        Healthcheck: z.object({ Test: z.array(z.string()) }).optional(),
      }),
    )
    .parse(JSON.parse(ask('podman', ['image', 'inspect', imageName()])));
  expect(image?.Size).toBeLessThan(MOST_BYTES);
  expect(image?.Config).toMatchObject({ User: '10001:10001', StopSignal: 'SIGTERM' });
  expect(Object.keys(image?.Config.Volumes ?? {})).toEqual(['/data']);
  expect((image?.Healthcheck ?? image?.Config.Healthcheck)?.Test).toEqual([
    'CMD',
    'node',
    '/app/healthy.mjs',
  ]);
  expect(image?.Labels).toMatchObject({
    'org.opencontainers.image.title': 'Eventide',
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
    'org.opencontainers.image.revision': expect.stringMatching(/^[0-9a-f]{40}$/),
    'org.opencontainers.image.created': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    'org.opencontainers.image.base.name': expect.stringContaining('debian'),
  });
});

test('it works with one place to write, and keeps what it was given over an orderly end', async () => {
  const first = await startReady();
  expect((await upload(first)).status).toBe(200);
  expect((await fetch(`${first.origin}/sign-in`)).status).toBe(200);
  expect((await fetch(`${first.origin}/docs/scanners`)).status).toBe(200);
  first.exec('node', 'healthy.mjs');
  // Nothing listens there: the check has to be able to say no.
  expect(() => first.exec('sh', '-c', 'PORT=9 node healthy.mjs')).toThrow();
  for (const path of ['/livez', '/readyz']) {
    expect((await fetch(`${first.origin}${path}`)).status).toBe(200);
  }
  const metrics = await fetch(`${first.metricsOrigin}/metrics`);
  expect(await metrics.text()).toContain('eventide_');
  expect(first.logs()).not.toContain('Cannot find');
  expect(() => first.exec('sh', '-c', 'echo > /app/new')).toThrow(/Read-only file system/);
  expect(() => first.exec('sh', '-c', 'echo > /tmp/new')).toThrow(/Read-only file system/);
  expect(first.exec('node', '--print', 'process.getuid()')).toBe('10001');
  expect(first.exec('node', '--print', 'fs.readFileSync("/proc/1/cmdline", "utf8")')).toContain(
    'dist/server/listener/main.js',
  );

  expect(first.stop()).toBe(0);
  expect(await databaseLog()).toContain('database system is shut down');
  const second = await startReady();
  expect(await imageCount(second)).toBe(1);
});

test('it is asked to end while it migrates, and ends in order', async () => {
  const container = await start();
  await container.says('migration applied');
  expect(container.stop()).toBe(0);
  expect(await databaseLog()).toContain('database system is shut down');
});

test('it is killed, and the next one goes on with what was answered', async () => {
  const first = await startReady();
  expect((await upload(first)).status).toBe(200);
  first.kill();
  expect(await imageCount(await startReady())).toBe(1);
});

const checked = z.object({
  document: z.object({ format: z.string() }),
  coverage: z.object({ components: z.number() }),
  findings: z.array(z.object({ product: z.string().nullish() })).optional(),
});

test('it lists what it is made of, which it can read itself', async () => {
  const container = await startReady();
  const sbom = container.exec('node', '--print', 'fs.readFileSync("sbom.cdx.json", "utf8")');
  const response = await fetch(`${container.origin}/api/sbom/check?name=eventide`, {
    method: 'POST',
    headers: AUTHORIZATION,
    body: sbom,
  });
  expect(response.status).toBe(200);
  const { document, coverage } = checked.parse(await response.json());
  expect(document.format).toBe('cyclonedx-json');
  expect(coverage.components).toBeGreaterThan(100);
  const shipped = ['node', 'postgresql', 'openssl', 'next', 'react'];
  for (const name of [...shipped, 'debian', 'libc6', 'libstdc++6', 'dash', 'base-files']) {
    expect(sbom).toContain(`"name": "${name}"`);
  }
  // Nothing that only tries or builds it is in it.
  for (const name of ['vitest', 'typescript', 'eslint', 'playwright', 'esbuild', 'tsx']) {
    expect(sbom).not.toContain(`"name": "${name}"`);
  }
  const licences = container.exec('node', '--print', 'fs.readFileSync("LICENCES.txt", "utf8")');
  const owners = ['Node.js is licensed', 'ICU 58 and later', 'PostgreSQL Global Development Group'];
  for (const words of owners) expect(licences).toContain(words);
  // The distribution's own packages are told to scanners as they expect it.
  expect(container.exec('sh', '-c', 'echo /var/lib/dpkg/status.d/*')).toContain('libc6');
});
