import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import { makeOrganization } from '@/test/accounts';
import { callAs, callAsOperator } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { CatalogUpdater } from './updater';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let db: TestDatabase;
let deps: TestDeps;
let updater: CatalogUpdater;
let server: Server;
let address: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const requests: IncomingMessage[] = [];

const documentOf = (eolFrom: string) =>
  endoflifeDocument([endoflifeProduct({ releases: [endoflifeRelease({ eolFrom })] })]);

/** Serves a document as a source that knows ETags. */
function serveDocument(text: string, etag: string): void {
  answer = (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(text);
  };
}

function refuse(status: number): void {
  answer = (_request, response) => response.writeHead(status).end('no');
}

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  address = `http://reader:hunter2@127.0.0.1:${String(port)}/full?token=hunter3`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  requests.length = 0;
  db = await testDatabase();
  deps = testDeps(db, { CATALOG_URL: address });
  updater = new CatalogUpdater(deps);
});
afterEach(async () => {
  await updater.stop();
  await db.close();
});

const update = async () => (await updater.updateWhenDue())?.outcome ?? null;

describe('scheduled updates', () => {
  it('come once an interval, and bring only what is new', async () => {
    serveDocument(documentOf('2026-04-30'), '"first"');
    expect([await update(), await update()]).toEqual(['imported', null]);
    deps.clock.advance(24 * HOUR_MS - 1);
    expect(await update()).toBeNull();
    deps.clock.advance(1);
    expect(await update()).toBe('not_modified');
    deps.clock.advance(24 * HOUR_MS);
    serveDocument(documentOf('2027-04-30'), '"second"');
    expect(await update()).toBe('imported');
    deps.clock.advance(24 * HOUR_MS);
    expect(await update()).toBe('not_modified');
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"first"',
      '"first"',
      '"second"',
    ]);
  });

  it('retry sooner after a failure, ever later, and change nothing', async () => {
    serveDocument(documentOf('2026-04-30'), '"first"');
    await update();
    deps.clock.advance(24 * HOUR_MS);
    refuse(503);
    const gapsMs: number[] = [];
    for (let lastMs = deps.clock.now().getTime(); requests.length < 6;) {
      if ((await update()) !== null) {
        gapsMs.push(deps.clock.now().getTime() - lastMs);
        lastMs = deps.clock.now().getTime();
      }
      deps.clock.advance(10_000);
    }
    const [, ...gaps] = gapsMs;
    gaps.forEach((gapMs, index) => {
      expect(gapMs).toBeGreaterThanOrEqual(MINUTE_MS * 2 ** index * 0.8);
      expect(gapMs).toBeLessThanOrEqual(MINUTE_MS * 2 ** index * 1.2 + 10_000);
    });
    expect(deps.catalog.current().revision).toBe(1);
  });

  it('are done by one process at a time', async () => {
    serveDocument(documentOf('2026-04-30'), '"first"');
    const others = [new CatalogUpdater(deps), new CatalogUpdater(deps)];
    const outcomes = await Promise.all([updater, ...others].map((one) => one.updateWhenDue()));
    expect(outcomes.filter((report) => report !== null)).toHaveLength(1);
    expect(requests).toHaveLength(1);
  });

  it('go on where the clock was ahead for a while', async () => {
    serveDocument(documentOf('2026-04-30'), '"first"');
    const now = deps.clock.now();
    deps.clock.advance(365 * 24 * HOUR_MS);
    await update();
    const { operator } = await callAsOperator(deps);
    deps.clock.set(now);
    expect(await update()).toBe('not_modified');
    // It was the last one, and the next comes after an interval.
    expect(await update()).toBeNull();
    const { last, schedule } = await operator.catalogStatus();
    expect(last).toMatchObject({ outcome: 'not_modified', started_at: now.toISOString() });
    const inADay = new Date(now.getTime() + 24 * HOUR_MS).toISOString();
    expect(schedule?.next_at).toBe(inADay);
    deps.clock.set(inADay);
    refuse(503);
    expect(await update()).toBe('failed');
    expect((await operator.catalogStatus()).failing_since).toBe(inADay);
    deps.clock.advance(2 * MINUTE_MS);
    expect(await update()).toBe('failed');
  });

  it('wait for no attempt that was begun while the clock was ahead, nor does who asks for one', async () => {
    serveDocument(documentOf('2026-04-30'), '"first"');
    const begun = async (aheadMs: number) => {
      await db.query(
        `INSERT INTO catalog_revision (id, source, trigger, started_at, detail)
         VALUES (gen_random_uuid(), 'x', 'schedule', $1, '{}')`,
        [new Date(deps.clock.now().getTime() + aheadMs)],
      );
    };
    const { operator } = await callAsOperator(deps);
    // Clocks of processes differ by some seconds.
    await begun(30_000);
    await expect(operator.updateCatalog()).rejects.toMatchObject({ code: 'CONFLICT' });
    await db.query('DELETE FROM catalog_revision');
    await begun(2 * MINUTE_MS);
    expect(await update()).toBe('imported');
  });

  it('do not happen without an address', async () => {
    const without = new CatalogUpdater(testDeps(db));
    expect(await without.updateWhenDue()).toBeNull();
    await deps.db.query(
      `INSERT INTO catalog_revision (id, source, trigger, started_at, detail)
       VALUES (gen_random_uuid(), 'a file', 'command', $1, '{}')`,
      [new Date(deps.clock.now().getTime() - 11 * MINUTE_MS)],
    );
    await without.updateWhenDue();
    const [ended] = await deps.db.query('SELECT outcome, detail FROM catalog_revision');
    expect(ended).toEqual({ outcome: 'failed', detail: { message: 'It was interrupted' } });
  });
});

describe('what went wrong', () => {
  it.each([
    ['a status', () => refuse(500), 'failed', 'status 500'],
    [
      'a broken connection',
      () => (answer = (request) => request.socket.destroy()),
      'failed',
      'cannot be read',
    ],
    ['a page', () => serveDocument('<html>', '"x"'), 'refused', 'not JSON'],
  ])('is told of %s, without a secret of the address', async (_case, arrange, outcome, reason) => {
    arrange();
    const report = await updater.updateWhenDue();
    expect(report).toMatchObject({ outcome });
    expect(report?.message).toContain(reason);
    const stored = JSON.stringify(await db.query('SELECT * FROM catalog_revision'));
    for (const text of [stored, deps.logged()]) expect(text).not.toMatch(/hunter|reader/);
  });

  it('follows a source within its origin, and asks nobody else', async () => {
    const elsewhere = new URL('/full', address.replace('127.0.0.1', 'localhost')).href;
    let location = elsewhere;
    answer = (request, response) => {
      if (request.url === '/moved') response.end(documentOf('2026-04-30'));
      else response.writeHead(302, { location }).end();
    };
    const report = await updater.updateWhenDue();
    expect(report).toMatchObject({ outcome: 'failed' });
    expect(report?.message).toContain('it redirects to another origin');
    expect(requests.map(({ headers }) => headers.host)).toEqual([new URL(address).host]);

    location = '/moved';
    deps.clock.advance(24 * HOUR_MS);
    expect(await update()).toBe('imported');
    expect(requests.at(-1)?.headers.authorization).toMatch(/^Basic /);
  });

  it('includes an attempt whose process died', async () => {
    serveDocument(documentOf('2026-04-30'), '"first"');
    await db.query(
      `INSERT INTO catalog_revision (id, source, trigger, started_at, detail)
       VALUES (gen_random_uuid(), 'x', 'schedule', $1, '{}')`,
      [deps.clock.now()],
    );
    expect(await update()).toBeNull();
    deps.clock.advance(11 * MINUTE_MS);
    expect(await update()).toBe('imported');
  });
});

it('sends the credentials of the address as it should', async () => {
  serveDocument(documentOf('2026-04-30'), '"first"');
  await update();
  const [request] = requests;
  expect(request?.headers.authorization).toBe(
    `Basic ${Buffer.from('reader:hunter2').toString('base64')}`,
  );
  expect(request?.url).toBe('/full?token=hunter3');
});

it('begins when an operator asks for it, in the background', async () => {
  const { operator } = await callAsOperator(deps);
  const admin = callAs(deps, await makeOrganization(deps), 'admin').catalog;
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (finish = resolve));
  answer = (_request, response) => void held.then(() => response.end(documentOf('2026-04-30')));
  const { revision_id: id } = await operator.updateCatalog();
  expect((await operator.catalogStatus()).running).toMatchObject({
    id,
    trigger: 'request',
    actor_name: 'Olga Operator',
  });
  expect((await admin.status()).running).not.toHaveProperty('actor_name');
  await expect(operator.updateCatalog()).rejects.toMatchObject({ code: 'CONFLICT' });
  finish();
  await vi.waitFor(async () => expect((await admin.status()).running).toBeNull(), {
    timeout: 20_000,
  });
  expect(await admin.status()).toMatchObject({
    revision: 1,
    products: 1,
    cycles: 1,
    last: { id, outcome: 'imported', summary: { added: 1 } },
    schedule: { interval_minutes: 1_440 },
  });
  const audit = await operator.auditEvents({ action: 'catalog' });
  expect(audit.items).toMatchObject([{ action: 'catalog.refresh', subject_id: id }]);
});
