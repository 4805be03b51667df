import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import { readDueSources } from '@/server/catalog/jobs';
import { CatalogUpdater } from '@/server/catalog/service/updater';
import { getCompanion, setCompanion } from '@/server/companion/service/companion';
import { pullWhenDue } from '@/server/companion/service/pull';
import { openDatabase } from '@/server/platform/db/db';
import { systemDelay } from '@/server/platform/delay';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { createGathering } from '@/server/registry/service/gather';
import { gatheringOf } from '@/server/registry/service/progress';
import { findProvider } from '@/server/single-sign-on/service/discovery';
import { makeActor, makeApiKey, makeOrganization } from '@/test/accounts';
import { BuildWorld } from '@/test/build-world';
import { callAs } from '@/test/callers';
import { never, project } from '@/test/companion-bench';
import { testDatabase, type TestDatabase } from '@/test/database';
import { DependencyTrackServer } from '@/test/dependency-track-server';
import { testDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { startMailServer } from '@/test/mail-server';
import { withoutNames } from '@/test/names';
import { RestClient } from '@/test/rest-client';
import { openDatabaseWay } from '../../../e2e/api/harness/database-way';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/** Serves a document under a name, at whatever path. */
async function serve(host: string, documentAt: (address: string) => unknown): Promise<string> {
  const server = createServer((_request, response) => {
    response.end(JSON.stringify(documentAt(address)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const address = `http://${host}:${String(port)}`;
  return address;
}

test('a provider whose name cannot be resolved is said not to answer, and is asked again', async () => {
  const bringBack = withoutNames();
  const issuer = await serve('id.example.com', (address) => ({
    ...{ issuer: address, authorization_endpoint: `${address}/authorize` },
    ...{ token_endpoint: `${address}/token`, jwks_uri: `${address}/keys` },
  }));
  const deps = testDeps(db, {
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'eventide', OIDC_CLIENT_SECRET: 'secret' },
  });
  expect(await findProvider(deps)).toBeNull();
  expect(deps.logged()).toContain('the OpenID Connect provider cannot be asked');
  bringBack();
  deps.clock.advance(5_000);
  expect(await findProvider(deps)).toMatchObject({ issuer });
});

test('a catalog whose name cannot be resolved stays as it is, and is read by itself later', async () => {
  const bringBack = withoutNames();
  const product = endoflifeProduct({ releases: [endoflifeRelease({ eolFrom: '2026-04-30' })] });
  const address = await serve('catalog.example.com', () =>
    JSON.parse(endoflifeDocument([product])),
  );
  const deps = testDeps(db, { CATALOG_URL: address });
  const updater = new CatalogUpdater(deps);
  const { revision } = deps.catalog.current();
  expect((await updater.updateWhenDue())?.outcome).toBe('failed');
  expect(deps.catalog.current().revision).toBe(revision);
  bringBack();
  deps.clock.advance(2 * 60_000);
  expect((await updater.updateWhenDue())?.outcome).toBe('imported');
  await updater.stop();
});

test('a registry whose name cannot be resolved says nothing of packages, and is asked again', async () => {
  const bringBack = withoutNames();
  const document = { versions: { '1.0.0': { deprecated: 'gone' } }, time: {} };
  const address = await serve('registry.example.com', () => document);
  const deps = testDeps(db);
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, {
    packages: ['pkg:npm/old@1.0.0'],
  });
  const gathering = createGathering(deps, {
    env: { registryUrls: { npm: address }, registryRequestsPerHour: 1_000 },
    ...{ fetch: globalThis.fetch, delay: systemDelay, tell: () => Promise.resolve() },
  });
  const evidence = async () => {
    await gathering.round(new AbortController().signal);
    const { items } = await callAs(deps, organizationId).image.components({
      imageTagId,
      size: 100,
    });
    return items.map((item) => item.evidence);
  };
  expect(await evidence()).toEqual(['unknown']);
  const [told] = (await gatheringOf(deps, organizationId))?.registries ?? [];
  expect(told?.failure).toMatchObject({ kind: 'unreachable' });
  bringBack();
  deps.clock.advance(60 * 60_000);
  expect(await evidence()).toEqual(['registry']);
});

test('a mail whose server’s name cannot be resolved fails at once, and the next one goes out', async () => {
  const bringBack = withoutNames();
  const server = await startMailServer();
  onTestFinished(() => server.close());
  const smtpUrl = `smtp://mail.example.com:${String(server.port)}`;
  const mailer = createSmtpMailer({ smtpUrl, from: 'eol@example.com' }, testDeps(db).logger);
  const message = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello' };
  await expect(mailer.send(message)).rejects.toMatchObject({ code: 'EDNS' });
  bringBack();
  await mailer.send(message);
  expect(server.to('ada@example.com')).toHaveLength(1);
});

test('a database whose name cannot be resolved is away: 503, until it can be', async () => {
  const deps = testDeps(db);
  const { key } = await makeApiKey(deps, await makeOrganization(deps), 'viewer');
  const bringBack = withoutNames();
  // The server of a test may listen in a folder alone.
  const way = await openDatabaseWay(db.pool.options.connectionString ?? '');
  onTestFinished(() => {
    way.close();
  });
  const url = new URL(way.address);
  url.hostname = 'db.example.com';
  const named = openDatabase({ connection: { connectionString: url.href } });
  onTestFinished(() => named.close());
  const rest = new RestClient({ ...deps, db: named });
  const ask = async () =>
    (await rest.call({ authorization: `ApiKey ${key}` }, 'POST', '/images', null)).status;
  expect(await ask()).toBe(503);
  bringBack();
  expect(await ask()).toBe(200);
});

test('while the issuer of a build’s token has no address it is neither taken nor refused', async () => {
  const bringBack = withoutNames();
  const world = await BuildWorld.create(db, 'ci.example.com', 'ci.example.com');
  onTestFinished(() => world.close());
  await world.trust();
  const token = await world.sign();
  await expect(world.show(token)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await world.refusals()).toEqual([]);
  bringBack();
  world.deps.clock.advance(60_000);
  expect(await world.show(token)).toMatchObject({ result: 'accepted' });
});

test('a catalog of others whose name cannot be resolved is read again, and its products stay', async () => {
  const bringBack = withoutNames();
  const address = await serve('group.example.com', () => ({
    version: 1,
    products: [
      { slug: 'billing', name: 'Billing', category: 'service', reason: 'Ours', cycles: [] },
    ],
  }));
  const deps = testDeps(db, { OUTGOING_ALLOW: 'group.example.com' });
  const { ownCatalog } = callAs(deps, await makeOrganization(deps), 'admin');
  const settings = { name: 'Group', url: `${address}/catalog.yaml`, rhythm: 'daily' as const };
  await ownCatalog.createSource({ body: settings });
  const read = async () => {
    await readDueSources(deps, new AbortController().signal);
    const [source] = await ownCatalog.sources();
    return source;
  };
  const failed = await read();
  expect(failed).toMatchObject({ failing: true, products: 0 });
  bringBack();
  deps.clock.set(failed?.next_read_at ?? '');
  expect(await read()).toMatchObject({ failing: false, products: 1 });
});

test('a Dependency-Track whose name cannot be resolved is pulled from later', async () => {
  const bringBack = withoutNames();
  const deps = testDeps(db, { OUTGOING_ALLOW: 'tracks.example.com' });
  const organizationId = await makeOrganization(deps);
  const remote = await DependencyTrackServer.start();
  onTestFinished(() => remote.stop());
  remote.projects = [project('shop')];
  const url = remote.url.replace('127.0.0.1', 'tracks.example.com');
  const actor = await makeActor(deps, organizationId);
  await setCompanion(deps, actor, { url, key: remote.key, intervalHours: null });
  const pull = async () => {
    await pullWhenDue(deps, organizationId, never());
    return (await getCompanion(deps, organizationId)).last_pull;
  };
  expect(await pull()).toMatchObject({ outcome: 'failed' });
  bringBack();
  deps.clock.advance(15 * 60_000);
  expect(await pull()).toMatchObject({ outcome: 'complete', pulled: 1 });
});
