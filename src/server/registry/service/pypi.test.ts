import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pypiProject, pypiRelease } from '@/domain/registry/testing/documents';
import { startRegistryServer, type RegistryServer } from '@/test/registry-server';
import { lookUpAt } from '@/server/registry/testing/local-source';

const RELEASE = '/pypi/sampleproject/1.3.1/json';
const PROJECT = '/simple/sampleproject/';
const INACTIVE = ['Development Status :: 7 - Inactive'];

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
});
beforeEach(() => {
  registry.routes.clear();
  registry.routes.set(RELEASE, pypiRelease());
  registry.routes.set(PROJECT, pypiProject());
});
afterAll(() => registry.close());

const ask = () =>
  lookUpAt(registry.url, {
    ecosystem: 'pypi',
    namespace: null,
    name: 'SampleProject',
    version: '1.3.1',
  });

test('an active project says nothing against its release', async () => {
  expect(await ask()).toBeNull();
});

test('a yanked release', async () => {
  registry.routes.set(RELEASE, pypiRelease({ yanked: true, yanked_reason: 'Does not import' }));
  expect(await ask()).toEqual({
    reason: 'REGISTRY_DEPRECATED',
    message: 'Yanked by its publisher: Does not import',
    since: null,
    url: 'https://registry.example/project/sampleproject/1.3.1/',
  });
});

test.each([
  ['archived', 'SOURCE_ARCHIVED', 'The project is archived: see the successor'],
  ['deprecated', 'REGISTRY_DEPRECATED', 'The project is deprecated: see the successor'],
  [
    'quarantined',
    'REGISTRY_DEPRECATED',
    'The project is quarantined as unsafe by its registry: see the successor',
  ],
])('a project that is %s', async (status, reason, message) => {
  registry.routes.set(PROJECT, (request, response) => {
    expect(request.headers.accept).toBe('application/vnd.pypi.simple.v1+json');
    response.end(JSON.stringify(pypiProject({ status, reason: 'see the successor' })));
  });
  expect(await ask()).toMatchObject({ reason, message });
});

test.each([{ status: 'active' }, { status: 'of a later version' }, {}])(
  'a project whose status says nothing: %o',
  async (status) => {
    registry.routes.set(PROJECT, pypiProject(status));
    expect(await ask()).toBeNull();
  },
);

test('a release that calls itself inactive', async () => {
  registry.routes.set(RELEASE, pypiRelease({ classifiers: INACTIVE }));
  expect(await ask()).toMatchObject({
    reason: 'REGISTRY_DEPRECATED',
    message: 'Classified by its author as “Development Status :: 7 - Inactive”.',
  });
});

test('what concerns the release goes before the project, today before the time of release', async () => {
  registry.routes.set(PROJECT, pypiProject({ status: 'archived' }));
  registry.routes.set(RELEASE, pypiRelease({ classifiers: INACTIVE }));
  expect((await ask())?.reason).toBe('SOURCE_ARCHIVED');
  registry.routes.set(RELEASE, pypiRelease({ yanked: true }));
  expect((await ask())?.message).toBe('Yanked by its publisher.');
});

test('one of the two answers is enough to say something, and not to say nothing', async () => {
  registry.routes.set(PROJECT, (_, response) => response.writeHead(500).end());
  await expect(ask()).rejects.toThrow('status 500');
  registry.routes.set(RELEASE, pypiRelease({ yanked: true }));
  expect(await ask()).not.toBeNull();
  registry.routes.delete(RELEASE);
  registry.routes.set(PROJECT, pypiProject({ status: 'archived' }));
  expect((await ask())?.reason).toBe('SOURCE_ARCHIVED');
});

test('an index with pages only has no status, and an unknown project neither', async () => {
  registry.routes.set(PROJECT, '<!DOCTYPE html><html><body><a href="x">x</a></body></html>');
  expect(await ask()).toBeNull();
  registry.routes.clear();
  expect(await ask()).toBeNull();
});

test('an index may lead to another spelling of the name', async () => {
  registry.routes.set(RELEASE, (_, response) =>
    response.writeHead(301, { location: '/pypi/Sample.Project/1.3.1/json' }).end(),
  );
  registry.routes.set('/pypi/Sample.Project/1.3.1/json', pypiRelease({ yanked: true }));
  expect(await ask()).not.toBeNull();
});
