import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { canonicalPackage, type PackageEcosystem } from '@/domain/registry/component';
import type { PackageFacts } from '@/domain/registry/package-facts';
import { systemDelay } from '@/server/platform/delay';
import { startRegistryServer, type RegistryServer } from '@/test/registry-server';
import { packageSources } from './package-sources';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
});
beforeEach(() => {
  registry.routes.clear();
  registry.asked.length = 0;
});
afterAll(() => registry.close());

async function factsOf(
  ecosystem: PackageEcosystem,
  name: string,
  version: string,
): Promise<PackageFacts> {
  const [source] = packageSources(
    { registryUrls: { [ecosystem]: registry.url } },
    { fetch: globalThis.fetch, delay: systemDelay, stopped: new AbortController().signal },
  );
  const asked = canonicalPackage({ ecosystem, namespace: null, name, version });
  if (!source || !asked) throw new Error('no registry can be asked about this');
  return source.factsOf(asked);
}

const info = (version: string, day: string) => ({ Version: version, Time: `${day}T00:00:00Z` });

test('npm: of a document that is too large its short form tells what is deprecated', async () => {
  registry.routes.set('/vast', (request, response) => {
    const isShort = request.headers.accept === 'application/vnd.npm.install-v1+json';
    const versions = { '1.0.0': { deprecated: 'use small instead' }, '2.0.0': {} };
    const readme = isShort ? '' : 'x'.repeat(9 * 1024 * 1024);
    response.end(JSON.stringify({ versions, readme }));
  });
  expect(await factsOf('npm', 'vast', '1.0.0')).toMatchObject({
    lines: [],
    said: [{ kind: 'deprecated', versions: ['1.0.0'] }],
  });
  expect(registry.asked).toEqual(['/vast', '/vast']);
});

test('npm: no second question where the registry fails', async () => {
  registry.routes.set('/broken', (_, response) => response.writeHead(503).end());
  await expect(factsOf('npm', 'broken', '1.0.0')).rejects.toMatchObject({ kind: 'status' });
  expect(registry.asked).toEqual(['/broken']);
});

/** A project of so many files that its entry in the simple index is above 8 MiB: a wheel for each day and platform. */
function nightlies(name: string) {
  const file = (version: string, day: string) => (platform: number) => ({
    filename: `${name}-${version}-cp312-cp312-platform_${String(platform)}.whl`,
    hashes: { sha256: 'f'.repeat(64) },
    url: `https://files.example/${'d'.repeat(500)}/${name}`,
    'upload-time': `${day}T00:00:00.000000Z`,
    yanked: version === '0.9' ? 'does not start' : false,
  });
  const platforms = Array.from({ length: 5 }, (_, at) => at);
  const nightly = Array.from({ length: 2_700 }, (_, at) => `2.0.dev${String(at)}`);
  return {
    meta: { 'api-version': '1.4' },
    name,
    'project-status': { status: 'archived', reason: 'see another' },
    files: [
      ...['0.9', '1.0'].flatMap((version) => platforms.map(file(version, '2020-01-01'))),
      ...nightly.flatMap((version) => platforms.map(file(version, '2026-11-01'))),
      ...platforms.map(file('2.0', '2026-11-02')),
    ],
    versions: ['0.9', '1.0', ...nightly, '2.0'],
  };
}

test('PyPI: of a project whose files are too many to be held its releases and state are told', async () => {
  const document = JSON.stringify(nightlies('vast'));
  expect(document.length).toBeGreaterThan(8 * 1024 * 1024);
  registry.routes.set('/simple/vast/', document);
  const facts = await factsOf('pypi', 'vast', '1.0');
  expect(facts.lines).toEqual([
    { line: '2', newest: '2.0', on: '2026-11-02' },
    { line: '1', newest: '1.0', on: '2020-01-01' },
  ]);
  expect(facts.said).toMatchObject([
    { kind: 'archived', message: 'The project is archived: see another', versions: null },
    { kind: 'yanked', message: 'Yanked by its publisher: does not start', versions: ['0.9'] },
  ]);
  expect(registry.asked).toEqual(['/simple/vast/', '/simple/vast/']);
});

test('PyPI: such an entry that breaks off, or is no index, says nothing', async () => {
  const document = JSON.stringify(nightlies('vast'));
  registry.routes.set('/simple/vast/', document.slice(0, -1));
  await expect(factsOf('pypi', 'vast', '1.0')).rejects.toThrow('not JSON');
  registry.routes.set('/simple/vast/', `<html>${'x'.repeat(9 * 1024 * 1024)}`);
  await expect(factsOf('pypi', 'vast', '1.0')).rejects.toThrow('not JSON');
  registry.routes.set('/simple/vast/', (_, response) => {
    response.write('{"files":[],"other":[');
    const piece = `1,${' '.repeat(1_000_000)}`;
    for (let count = 0; count < 68; count += 1) response.write(piece);
    response.end('1]}');
  });
  await expect(factsOf('pypi', 'vast', '1.0')).rejects.toMatchObject({ kind: 'too_large' });
  const odd = { ...nightlies('vast'), files: [...nightlies('vast').files, { filename: 1 }] };
  registry.routes.set('/simple/vast/', odd);
  await expect(factsOf('pypi', 'vast', '1.0')).rejects.toThrow('another shape at: filename');
});

/** Puts an artifact into the repository, whose POMs were put there on these days. */
function setArtifact(released: Readonly<Record<string, Date>>) {
  const listed = Object.keys(released).map((version) => `<version>${version}</version>`);
  registry.routes.set(
    '/org/it/thing/maven-metadata.xml',
    `<metadata><versioning><versions>${listed.join('')}</versions></versioning></metadata>`,
  );
  for (const [version, on] of Object.entries(released))
    registry.routes.set(`/org/it/thing/${version}/thing-${version}.pom`, (_, response) => {
      response.writeHead(200, { 'last-modified': on.toUTCString() }).end('<project/>');
    });
}

test('Maven: of an artifact with many lines each has its last release', async () => {
  const released = Array.from(
    { length: 30 },
    (_, at) => [`${String(at + 1)}.0`, new Date(Date.UTC(2000 + at, 0, 1))] as const,
  );
  setArtifact(Object.fromEntries(released));
  const { lines } = await factsOf('maven', 'org.it:thing', '8.0');
  expect(lines).toHaveLength(24);
  expect(lines).toContainEqual({ line: '30', newest: '30.0', on: '2029-01-01' });
  expect(lines).toContainEqual({ line: '8', newest: '8.0', on: '2007-01-01' });
  expect(registry.asked).toHaveLength(25);
});

test('Maven: a fix to an older line may come after one to a newer line', async () => {
  setArtifact({
    ...{ '1.0': new Date('2018-01-01'), '1.9': new Date('2026-05-01') },
    ...{ '2.0': new Date('2019-01-01'), '2.1': new Date('2020-01-01') },
    ...{ '3.0': new Date('2021-01-01'), '3.4': new Date('2026-04-01') },
  });
  const { lines } = await factsOf('maven', 'org.it:thing', '2.0');
  expect(lines).toEqual([
    { line: '3', newest: '3.4', on: '2026-04-01' },
    { line: '2', newest: '2.1', on: '2020-01-01' },
    { line: '1', newest: '1.9', on: '2026-05-01' },
  ]);
});

test('Maven: nothing is concluded from days on which a mirror got the versions', async () => {
  setArtifact({
    ...{ '1.0': new Date('2026-05-01'), '1.9': new Date('2026-05-01') },
    ...{ '2.0': new Date('2020-01-02'), '2.1': new Date('2020-01-01') },
    ...{ '3.0': new Date('2026-04-02'), '3.4': new Date('2026-04-01') },
  });
  expect(await factsOf('maven', 'org.it:thing', '2.0')).toEqual({ lines: [], said: [] });
});

test('Go: the newest of many majors is found, by some of them', async () => {
  const day = (major: number) => (major === 79 ? '2026-11-01' : '2020-01-01');
  const path = (major: number) => (major === 1 ? '' : `/v${String(major)}`);
  registry.routes.set('/example.org/it/v17/@v/list', 'v17.0.0\n');
  registry.routes.set('/example.org/it/v17/@v/v17.0.0.info', info('v17.0.0', '2020-01-01'));
  for (let major = 18; major <= 79; major += 1)
    registry.routes.set(
      `/example.org/it${path(major)}/@latest`,
      info(`v${String(major)}.0.0`, day(major)),
    );
  const { lines } = await factsOf('golang', 'example.org/it/v17', 'v17.0.0');
  expect(lines).toContainEqual({ line: '17', newest: 'v17.0.0', on: '2020-01-01' });
  expect(lines).toContainEqual({ line: '79', newest: 'v79.0.0', on: '2026-11-01' });
  expect(registry.asked.length).toBeLessThan(20);
});

test('Go: a next major version counts once it is released', async () => {
  registry.routes.set('/example.org/it/@v/list', 'v1.0.0\n');
  registry.routes.set('/example.org/it/@v/v1.0.0.info', info('v1.0.0', '2020-01-01'));
  registry.routes.set('/example.org/it/v2/@latest', info('v2.0.0-beta.3', '2026-11-01'));
  registry.routes.set(
    '/example.org/it/v3/@latest',
    info('v3.0.0-20261101000000-0123456789ab', '2026-11-01'),
  );
  registry.routes.set('/example.org/it/v4/@latest', info('v4.1.0', '2026-11-02'));
  const { lines } = await factsOf('golang', 'example.org/it', 'v1.0.0');
  expect(lines).toEqual([
    { line: '1', newest: 'v1.0.0', on: '2020-01-01' },
    { line: '4', newest: 'v4.1.0', on: '2026-11-02' },
  ]);
});

test('Go: major versions from before modules are lines of their own, and the next one follows on the last', async () => {
  const list = 'v1.0.2\nv2.0.0+incompatible\nv3.2.1+incompatible\nv3.2.0+incompatible\n';
  registry.routes.set('/example.org/it/@v/list', list);
  registry.routes.set('/example.org/it/@v/v1.0.2.info', info('v1.0.2', '2014-01-01'));
  registry.routes.set(
    '/example.org/it/@v/v3.2.1%2Bincompatible.info',
    info('v3.2.1+incompatible', '2018-03-08'),
  );
  registry.routes.set('/example.org/it/v4/@latest', info('v4.5.0', '2026-10-01'));
  const { lines } = await factsOf('golang', 'example.org/it', 'v3.2.0+incompatible');
  expect(lines).toEqual([
    { line: '1', newest: 'v1.0.2', on: '2014-01-01' },
    { line: '3', newest: 'v3.2.1+incompatible', on: '2018-03-08' },
    { line: '4', newest: 'v4.5.0', on: '2026-10-01' },
  ]);
});

test('Go: a module of such versions alone', async () => {
  registry.routes.set('/example.org/it/@v/list', 'v27.0.0+incompatible\nv28.1.0+incompatible\n');
  registry.routes.set(
    '/example.org/it/@v/v28.1.0%2Bincompatible.info',
    info('v28.1.0+incompatible', '2026-10-01'),
  );
  const { lines } = await factsOf('golang', 'example.org/it', 'v27.0.0+incompatible');
  expect(lines).toEqual([{ line: '28', newest: 'v28.1.0+incompatible', on: '2026-10-01' }]);
  expect(registry.asked.filter((path) => path.includes('.info'))).toHaveLength(1);
});
