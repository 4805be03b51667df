import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mavenMetadata, pom, relocation } from '@/domain/registry/testing/documents';
import { startRegistryServer, type RegistryServer } from '@/test/registry-server';
import { lookUpAt } from '@/server/registry/testing/local-source';

const FOLDER = '/maven2/com/example/old/connector-java';
const pomPath = (version: string) => `${FOLDER}/${version}/connector-java-${version}.pom`;

let registry: RegistryServer;
beforeAll(async () => {
  registry = await startRegistryServer();
});
beforeEach(() => registry.routes.clear());
afterAll(() => registry.close());

const ask = (version: string) =>
  lookUpAt(`${registry.url}/maven2/`, {
    ecosystem: 'maven',
    namespace: 'com.example.old',
    name: 'connector-java',
    version,
  });

test('a version that has moved, since its POM was put there', async () => {
  registry.routes.set(pomPath('8.0.31'), (_, response) =>
    response
      .writeHead(200, { 'last-modified': 'Tue, 11 Oct 2022 10:00:00 GMT' })
      .end(pom('8.0.31', relocation)),
  );
  expect(await ask('8.0.31')).toEqual({
    reason: 'REGISTRY_DEPRECATED',
    message: "Moved to com.example:connector-j: The artifact's new place is <com.example>",
    since: new Date('2022-10-11T10:00:00Z'),
    url: null,
  });
});

test('a version whose artifact moved with a later one', async () => {
  registry.routes.set(pomPath('8.0.30'), pom('8.0.30'));
  registry.routes.set(`${FOLDER}/maven-metadata.xml`, mavenMetadata('8.0.31'));
  registry.routes.set(pomPath('8.0.31'), pom('8.0.31', relocation));
  expect((await ask('8.0.30'))?.message).toContain(
    'Moved to com.example:connector-j as of version 8.0.31: ',
  );
});

test('a relocation that only names what changes', async () => {
  const partial = '<relocation><version>${project.version}</version></relocation>';
  registry.routes.set(pomPath('1.0'), pom('1.0', partial));
  expect((await ask('1.0'))?.message).toBe('Moved to com.example.old:connector-java.');
});

test('an artifact that stays where it is, or is not there', async () => {
  expect(await ask('8.0.30')).toBeNull();
  registry.routes.set(pomPath('8.0.30'), pom('8.0.30'));
  registry.routes.set(`${FOLDER}/maven-metadata.xml`, mavenMetadata('8.0.30'));
  expect(await ask('8.0.30')).toBeNull();
  registry.routes.set(`${FOLDER}/maven-metadata.xml`, mavenMetadata('../../x'));
  expect(await ask('8.0.30')).toBeNull();
});

test('a page where a POM should be is no answer', async () => {
  registry.routes.set(pomPath('1.0'), '<!DOCTYPE html><html><body>Sign in</body></html>');
  await expect(ask('1.0')).rejects.toThrow('XML');
});
