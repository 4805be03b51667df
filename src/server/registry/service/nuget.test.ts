import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  deprecation,
  nugetLeaf,
  nugetRegistration,
  nugetServiceIndex,
} from '@/domain/registry/testing/documents';
import { startRegistryServer, type RegistryServer } from '@/test/registry-server';
import { lookUpAt } from '@/server/registry/testing/local-source';

const SERVICE = '/v3/index.json';
const REGISTRATION = '/registration-gz-semver2/contoso.leftover/index.json';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
});
beforeEach(() => {
  registry.routes.clear();
  registry.routes.set(SERVICE, nugetServiceIndex(registry.url));
  registry.asked.length = 0;
});
afterAll(() => registry.close());

const ask = (version: string) =>
  lookUpAt(`${registry.url}${SERVICE}`, {
    ecosystem: 'nuget',
    namespace: null,
    name: 'Contoso.Leftover',
    version,
  });

function register(...leaves: object[]): void {
  const registration = nugetRegistration([{ lower: '0.0.1', upper: '9.0.0', items: leaves }]);
  registry.routes.set(REGISTRATION, (_, response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync(JSON.stringify(registration))),
  );
}

test('a deprecated version, with its reasons and what to use instead', async () => {
  register(nugetLeaf('1.1.0'), nugetLeaf('1.2.0', { deprecation }));
  expect(await ask('1.2')).toEqual({
    reason: 'REGISTRY_DEPRECATED',
    message:
      'Deprecated by its publisher (Legacy, CriticalBugs): Nobody tends it. Use Contoso.Tended instead.',
    since: null,
    url: 'https://registry.example/packages/contoso.leftover/1.2.0',
  });
  expect(await ask('1.1.0')).toBeNull();
});

test('a deprecation without words', async () => {
  register(nugetLeaf('1.2.0', { deprecation: { reasons: ['Legacy'] } }));
  expect((await ask('1.2.0'))?.message).toBe('Deprecated by its publisher (Legacy).');
});

test('an unlisted version, written with other capitals and a build', async () => {
  register(nugetLeaf('1.2.0-RC.1+abc', { listed: false }));
  expect((await ask('1.2.0-rc.1'))?.message).toBe('Unlisted by its publisher.');
});

test('a version on a page of its own', async () => {
  const url = `${registry.url}/registration-gz-semver2/contoso.leftover/page/2.0.0/2.9.0.json`;
  registry.routes.set(
    REGISTRATION,
    nugetRegistration([
      { lower: '1.0.0', upper: '1.9.0', url: `${registry.url}/not-this-page` },
      { lower: '2.0.0-beta', upper: '2.9.0', url },
    ]),
  );
  registry.routes.set(new URL(url).pathname, {
    items: [nugetLeaf('2.0.0'), nugetLeaf('2.0.0-beta.10', { deprecation })],
  });
  expect((await ask('2.0.0-beta.10'))?.reason).toBe('REGISTRY_DEPRECATED');
  expect(await ask('2.5.0')).toBeNull();
  expect(await ask('3.0.0')).toBeNull();
  expect(registry.asked).not.toContain('/not-this-page');
});

test('an unknown package', async () => {
  expect(await ask('1.0.0')).toBeNull();
  expect(registry.asked).toEqual([SERVICE, REGISTRATION]);
});

test('a service index that leads to another server is not followed', async () => {
  registry.routes.set(SERVICE, nugetServiceIndex('http://127.0.0.1:1'));
  await expect(ask('1.0.0')).rejects.toThrow('another origin');
  registry.routes.set(SERVICE, { version: '3.0.0', resources: [] });
  await expect(ask('1.0.0')).rejects.toThrow('no service index');
});
