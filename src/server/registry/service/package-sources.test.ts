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
