import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { goMod, tendedGoMod } from '@/domain/registry/testing/documents';
import { startRegistryServer, type RegistryServer } from '@/test/registry-server';
import { lookUpAt } from '@/server/registry/testing/local-source';

const FOLDER = '/example.com/!leftover';

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
});
beforeEach(() => {
  registry.routes.clear();
  registry.routes.set(`${FOLDER}/@v/list`, 'v1.4.0\nv1.9.0\nv1.5.0\nv2.0.0-Beta\n');
  registry.routes.set(`${FOLDER}/@v/v1.9.0.mod`, goMod);
  registry.asked.length = 0;
});
afterAll(() => registry.close());

const ask = (version: string) =>
  lookUpAt(registry.url, {
    ecosystem: 'golang',
    namespace: 'example.com',
    name: 'Leftover',
    version,
  });

test.each([
  ['v1.0.0', 'Retracted by its author: Published by accident.'],
  ['v1.1.5', 'Retracted by its author: Wrong checksums.'],
  ['1.3.0', 'Retracted by its author: Data loss.'],
  ['v1.5.0', 'The module is deprecated: use example.com/Tended/v2 instead.'],
])('%s: %s', async (version, message) => {
  const expected = { reason: 'REGISTRY_DEPRECATED', message, since: null, url: null };
  expect(await ask(version)).toEqual(expected);
  expect(registry.asked).toEqual([`${FOLDER}/@v/list`, `${FOLDER}/@v/v1.9.0.mod`]);
});

test('a module that is tended', async () => {
  registry.routes.set(`${FOLDER}/@v/v1.9.0.mod`, tendedGoMod);
  expect(await ask('v1.5.0')).toBeNull();
});

test('a module without tags is judged by its latest commit', async () => {
  const latest = 'v0.0.0-20260101000000-abcdefabcdef';
  registry.routes.set(`${FOLDER}/@v/list`, '');
  registry.routes.set(`${FOLDER}/@latest`, { Version: latest, Time: '2026-01-01T00:00:00Z' });
  registry.routes.set(`${FOLDER}/@v/${latest}.mod`, goMod);
  expect((await ask('v0.0.0-20250101000000-abcdefabcdef'))?.message).toContain('deprecated');
});

test('capitals of a version are escaped too', async () => {
  registry.routes.set(`${FOLDER}/@v/list`, 'v2.0.0-Beta\n');
  registry.routes.set(`${FOLDER}/@v/v2.0.0-!beta.mod`, goMod);
  expect(await ask('v2.0.0-Beta')).not.toBeNull();
});

test('a module that the proxy does not have', async () => {
  registry.routes.clear();
  expect(await ask('v1.5.0')).toBeNull();
  expect(registry.asked).toEqual([`${FOLDER}/@v/list`, `${FOLDER}/@latest`]);
});

test('a list of something else and a latest of nothing', async () => {
  registry.routes.set(`${FOLDER}/@v/list`, '<html>');
  registry.routes.set(`${FOLDER}/@latest`, { Version: '../../x' });
  expect(await ask('v1.5.0')).toBeNull();
});
