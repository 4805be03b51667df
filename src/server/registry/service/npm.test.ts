import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  abbreviatedPackage,
  deprecatedVersion,
  tendedVersion,
} from '@/domain/registry/testing/documents';
import { startRegistryServer, type RegistryServer } from '@/test/registry-server';
import { lookUpAt } from '@/server/registry/testing/local-source';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
});
beforeEach(() => {
  registry.routes.clear();
  registry.asked.length = 0;
});
afterAll(() => registry.close());

const ask = (name: string, version: string, below = '') =>
  lookUpAt(`${registry.url}${below}`, { ecosystem: 'npm', namespace: null, name, version });

test('a deprecated version, in its publisher’s words', async () => {
  registry.routes.set('/leftover/2.88.2', deprecatedVersion);
  expect(await ask('leftover', '2.88.2')).toEqual({
    reason: 'REGISTRY_DEPRECATED',
    message:
      'Deprecated by its publisher: leftover has been deprecated, see https://example.com/3142',
    since: null,
    url: null,
  });
  expect(registry.asked).toEqual(['/leftover/2.88.2']);
});

test.each([
  ['nothing', tendedVersion],
  ['a lifted deprecation', { ...tendedVersion, deprecated: '' }],
  ['false', { ...tendedVersion, deprecated: false }],
])('a version with %s is not', async (_, document) => {
  registry.routes.set('/leftover/3.0.0', document);
  expect(await ask('leftover', '3.0.0')).toBeNull();
});

test('a deprecation without words', async () => {
  registry.routes.set('/leftover/3.0.0', { ...tendedVersion, deprecated: true });
  expect((await ask('leftover', '3.0.0'))?.message).toBe('Deprecated by its publisher.');
});

test('a scope and its name are one segment, below whatever path the registry has', async () => {
  registry.routes.set('/npm/all/@acme%2Fleft-over/1.0.0%2Bb', deprecatedVersion);
  expect(await ask('@acme/left-over', '1.0.0+b', '/npm/all/')).not.toBeNull();
});

test('a registry without documents of versions is asked for the package', async () => {
  registry.routes.set('/leftover', (request, response) => {
    const isShort = request.headers.accept?.startsWith('application/vnd.npm.install-v1+json');
    response.end(JSON.stringify(isShort ? abbreviatedPackage : {}));
  });
  expect((await ask('leftover', '2.88.2'))?.message).toContain('no longer tended');
  expect(await ask('leftover', '3.0.0')).toBeNull();
  expect(await ask('leftover', '9.9.9')).toBeNull();
});

test('nothing is said of a package that the registry does not have', async () => {
  expect(await ask('no-such-thing', '1.0.0')).toBeNull();
  expect(registry.asked).toEqual(['/no-such-thing/1.0.0', '/no-such-thing']);
});
