import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import { CatalogUpdater } from '@/server/catalog/service/updater';
import { systemDelay } from '@/server/platform/delay';
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer';
import { createGathering } from '@/server/registry/service/gather';
import { gatheringOf } from '@/server/registry/service/progress';
import { findProvider } from '@/server/single-sign-on/service/discovery';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { startMailServer } from '@/test/mail-server';
import { withoutNames } from '@/test/names';

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
