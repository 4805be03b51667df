import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { buildCatalogIndex } from '@/domain/catalog/index-of-names';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { identityOf } from '@/domain/identifiers/identity';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { findRevision } from '@/server/catalog/service/facts';
import type { ScannerArchive } from '@/domain/scanner-database/feed';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps } from '@/test/deps';
import { createFeedHandler } from '@/server/listener/feed-handler';
import { scannerDatabases } from './service/feed';
import { openArchive, temporaryFolder } from '@/test/files';
import { searchByPurl } from '@/test/scanner-search';

const LISTING = '/xeol/databases/listing.json';
const products = starterCatalog();
let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/** One process of the installation: its own clock, memory and idea of the catalog, the database they share. */
function processWith(
  revision: number,
  known: readonly Product[] = products,
  publicUrl = 'https://eol.example.com',
) {
  const catalog = {
    ...{ revision, products: known, index: buildCatalogIndex(known) },
    /** The state's own, where its number is given again. */
    entered: undefined as string | undefined,
    get revisionId(): string {
      return this.entered ?? identityOf('a revision', String(this.revision));
    },
  };
  const deps = testDeps(db, { PUBLIC_URL: publicUrl });
  const refresh = vi.fn(() => Promise.resolve());
  const shared = { ...deps, catalog: { current: () => catalog, refresh, stateIn: findRevision } };
  const handler = createFeedHandler(deps, scannerDatabases(shared));
  const call = async (path: string, init: RequestInit = {}) => {
    await haveRevision(catalog.revision, catalog.revisionId);
    return handler(new Request('http://localhost/', init), { path, remoteAddress: '192.0.2.1' });
  };
  return { deps, catalog, refresh, call };
}

async function haveRevision(number: number, id: string): Promise<void> {
  await db.query(
    `INSERT INTO catalog_revision (id, number, source, trigger, started_at, detail)
     VALUES ($1, $2, 'test', 'command', now(), '{}') ON CONFLICT DO NOTHING`,
    [id, number],
  );
}

function replaceProducts(
  catalog: ReturnType<typeof processWith>['catalog'],
  known: readonly Product[],
): void {
  catalog.products = known;
  catalog.index = buildCatalogIndex(known);
}

interface Listed extends Omit<ScannerArchive, 'builtAt'> {
  readonly built: string;
  readonly path: string;
}

async function listed(response: Response): Promise<Listed> {
  // The shape is what the first test of this file holds.
  const { available } = (await response.json()) as {
    available: { 1: [{ built: string; url: string; checksum: string }] };
  };
  const { built, url, checksum } = available[1][0];
  const path = url.replace('https://eol.example.com', '');
  return {
    built,
    path,
    name: path.split('/').at(-1) ?? '',
    sha256: checksum.replace('sha256:', ''),
  };
}

describe('the feed', () => {
  it('lists an archive that anyone can download, and that is what the listing says', async () => {
    const { call } = processWith(1);
    const response = await call(LISTING);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    const { built, path, sha256 } = await listed(response);
    expect(built).toBe('2026-11-21T12:00:00Z');

    const archive = await call(path);
    expect(archive.status).toBe(200);
    expect(archive.headers.get('content-type')).toBe('application/gzip');
    expect(archive.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    const content = Buffer.from(await archive.arrayBuffer());
    expect(archive.headers.get('content-length')).toBe(String(content.byteLength));
    expect(hash('sha256', content, 'hex')).toBe(sha256);
    const { metadata } = await openArchive(content);
    expect(metadata).toMatchObject({ built, version: 1 });
  });

  it('names the archive by the public address, on a laptop by the one that was called', async () => {
    const urlOf = async (publicUrl: string, host: string) => {
      const { call } = processWith(1, products, publicUrl);
      const text = await (await call(LISTING, { headers: { host } })).text();
      return /"url":"([^"]*)\/xeol\//.exec(text)?.[1];
    };
    const named = 'https://eol.example.com';
    expect(await urlOf(named, 'evil.example.com')).toBe(named);
    const laptop = 'http://localhost:3000';
    expect(await urlOf(laptop, 'localhost:3000')).toBe(laptop);
    expect(await urlOf(laptop, 'host.docker.internal:3000')).toBe(
      'http://host.docker.internal:3000',
    );
    expect(await urlOf(laptop, 'api.xeol.io')).toBe('https://api.xeol.io');
    expect(await urlOf(laptop, 'api.xeol.io:9443')).toBe('https://api.xeol.io:9443');
    expect(await urlOf(laptop, 'a"b')).toBe(laptop);
  });

  it('answers HEAD with the headers of GET and nothing else', async () => {
    const { call } = processWith(1);
    const { path } = await listed(await call(LISTING));
    for (const asked of [LISTING, `${LISTING}/`, path]) {
      const get = await call(asked);
      const head = await call(asked, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      for (const name of [
        'content-length',
        'etag',
        'content-type',
        'accept-ranges',
        'last-modified',
      ]) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name));
        expect(head.headers.get(name), name).toBeTruthy();
      }
    }
  });

  it('answers 304 to whoever holds it already', async () => {
    const { call } = processWith(1);
    const { path } = await listed(await call(LISTING));
    for (const asked of [LISTING, path]) {
      const first = await call(asked);
      const etag = first.headers.get('etag') ?? '';
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await call(asked, { headers: { 'if-none-match': tags } });
        expect(response.status).toBe(304);
        expect(response.headers.get('etag')).toBe(etag);
        expect(await response.text()).toBe('');
      }
      const other = await call(asked, {
        headers: {
          'if-none-match': '"other"',
          'if-modified-since': first.headers.get('last-modified') ?? '',
        },
      });
      expect(other.status).toBe(200);
      const since = { 'if-modified-since': first.headers.get('last-modified') ?? '' };
      expect((await call(asked, { headers: since })).status).toBe(304);
    }
  });

  it('answers one range with 206, one beyond the end with 416', async () => {
    const { call } = processWith(1);
    const { path } = await listed(await call(LISTING));
    const whole = await call(path);
    const content = Buffer.from(await whole.arrayBuffer());
    const size = content.byteLength;
    const ranged = (range: string, more: Record<string, string> = {}) =>
      call(path, { headers: { range, ...more } });

    const rest = await ranged('bytes=1000-');
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(
      `bytes 1000-${String(size - 1)}/${String(size)}`,
    );
    expect(rest.headers.get('content-length')).toBe(String(size - 1_000));
    expect(content.subarray(1_000).equals(Buffer.from(await rest.arrayBuffer()))).toBe(true);

    const beyond = await ranged(`bytes=${String(size)}-`);
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${String(size)}`);

    const etag = whole.headers.get('etag') ?? '';
    expect((await ranged('bytes=0-9', { 'if-range': etag })).status).toBe(206);
    expect((await ranged('bytes=0-9', { 'if-range': '"older"' })).status).toBe(200);
    const modified = whole.headers.get('last-modified') ?? '';
    expect((await ranged('bytes=0-9', { 'if-range': modified })).status).toBe(206);
    expect((await ranged('bytes=0-1,5-6')).status).toBe(200);
    expect((await call(path, { method: 'HEAD', headers: { range: 'bytes=0-9' } })).status).toBe(
      200,
    );
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers %s with 405', async (method) => {
    const { call } = processWith(1);
    const { path } = await listed(await call(LISTING));
    for (const asked of [LISTING, path]) {
      const response = await call(asked, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(await response.json()).toEqual({ detail: 'Method Not Allowed' });
    }
  });

  it.each([
    '/xeol/databases/',
    '/xeol/databases/metadata.json',
    '/xeol/databases/xeol-db_v1_20200101T000000Z_0000000000000000.tar.gz',
    '/xeol/databases/%2e%2e',
  ])('answers 404 to %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const response = await processWith(1).call(path, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ detail: 'Not Found' });
    }
  });
});

describe('what is offered', () => {
  it('stays the same while neither catalog nor day change, in whichever process', async () => {
    const one = processWith(10);
    const other = processWith(10);
    other.deps.clock.set('2026-11-21T18:00:00Z');
    const [first, second] = await Promise.all([one.call(LISTING), other.call(LISTING)]);
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('is built anew on a new day, and when the catalog has changed, newer each time', async () => {
    const { call, deps, catalog } = processWith(20);
    const first = await listed(await call(LISTING));
    catalog.revision = 21;
    replaceProducts(catalog, []);
    const second = await listed(await call(LISTING));
    deps.clock.set('2026-11-22T00:00:30Z');
    const third = await listed(await call(LISTING));
    expect(second.built > first.built).toBe(true);
    expect(third.built).toBe('2026-11-22T00:00:30Z');
    expect(new Set([first.sha256, second.sha256, third.sha256]).size).toBe(3);
  });

  it('follows the catalog', async () => {
    const purls = ['pkg:npm/left-pad'];
    const pad = { slug: 'left-pad', name: 'left-pad', category: 'lang', purls };
    const make = (until: string) =>
      toProduct(
        starterProduct.parse({ ...pad, cycles: [{ name: '1', supportedUntil: until }] }),
        'starter',
      );
    const { call, catalog } = processWith(30, [make('2026-01-31')]);
    const eol = async () => {
      const { path } = await listed(await call(LISTING));
      const { database } = await openArchive(Buffer.from(await (await call(path)).arrayBuffer()));
      return searchByPurl(database, 'pkg:npm/left-pad@1.3.0', '1.3.0');
    };
    expect(await eol()).toMatchObject({ found: { eol: '2026-01-31' } });
    catalog.revision = 31;
    replaceProducts(catalog, [make('2027-01-31')]);
    expect(await eol()).toMatchObject({ found: { eol: '2027-01-31' } });
  });

  it('can be had for two days after it was built, also from a process that never built it', async () => {
    const builder = processWith(40);
    builder.deps.clock.set('2026-12-10T12:00:00Z');
    const { path } = await listed(await builder.call(LISTING));
    const other = processWith(41, []);
    other.deps.clock.set('2026-12-12T11:59:59Z');
    await other.call(LISTING);
    expect((await processWith(41).call(path)).status).toBe(200);
    other.catalog.revision = 42;
    other.deps.clock.set('2026-12-12T12:00:01Z');
    await other.call(LISTING);
    expect((await processWith(42).call(path)).status).toBe(404);
  });

  it('is never replaced by what a process with an older catalog knows', async () => {
    const ahead = await listed(await processWith(51).call(LISTING));
    const behind = processWith(50, []);
    expect(await listed(await behind.call(LISTING))).toEqual(ahead);
    // On the next day there is none yet, and none is built of what the catalog was.
    behind.deps.clock.set('2026-11-22T09:00:00Z');
    behind.refresh.mockImplementation(async () => {
      await Promise.resolve();
      behind.catalog.revision = 51;
    });
    expect((await listed(await behind.call(LISTING))).built > ahead.built).toBe(true);
  });

  it.each([
    ['its number is given again', 53, 53, true],
    ['the one before is there', 55, 54, true],
    ['the process has not heard of it', 57, 57, false],
  ])(
    'is not of a catalog that a failover has lost, where %s',
    async (_what, number, present, hasHeard) => {
      const process = processWith(number, []);
      await process.call(LISTING);
      await db.query('DELETE FROM catalog_revision WHERE number = $1', [number]);
      await db.query('DELETE FROM scanner_database WHERE catalog_revision = $1', [number]);
      const entered = identityOf('a revision that was entered again', String(number));
      await haveRevision(present, entered);
      process.refresh.mockImplementation(async () => {
        await Promise.resolve();
        Object.assign(process.catalog, { revision: present, entered });
        replaceProducts(process.catalog, products);
      });
      if (hasHeard) await process.refresh();
      else process.deps.clock.set('2026-11-22T09:00:00Z');
      const { path } = await listed(await process.call(LISTING));
      const archive = Buffer.from(await (await process.call(path)).arrayBuffer());
      const { database } = await openArchive(archive);
      const found = searchByPurl(database, 'pkg:generic/node@20.1.0', '20.1.0');
      expect(found).toMatchObject({ found: { product: 'Node.js' } });
    },
  );

  it('is built once however many ask at once', async () => {
    const processes = [processWith(60), processWith(60)];
    const calls = processes.flatMap(({ call }) => Array.from({ length: 5 }, () => call(LISTING)));
    const texts = await Promise.all((await Promise.all(calls)).map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    const built = processes.map(({ deps }) => deps.logged().split('built the database').length - 1);
    expect(built.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('is to be asked for again later where the disk has no room for it', async () => {
    const { call } = processWith(65);
    const { exec } = DatabaseSync.prototype;
    const full = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
      this: DatabaseSync,
      statements,
    ) {
      // Says of itself what it says of a disk.
      exec.call(this, 'PRAGMA max_page_count = 3');
      exec.call(this, statements);
    });
    const response = await call(LISTING);
    full.mockRestore();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await response.json()).toEqual({
      detail: 'There is no room for the database of scanners at the moment',
    });
    expect((await call(LISTING)).status).toBe(200);
  });

  it.each([
    ['of a quota that is used up', 66, -constants.errno.EDQUOT, 503],
    ['that it is broken', 67, -constants.errno.EIO, 500],
    ['nothing', 68, null, 500],
  ])(
    'where SQLite cannot write, the disk is asked, and says %s',
    async (_what, revision, errno, status) => {
      const { call } = processWith(revision);
      const error = Object.assign(new Error('disk I/O error'), { errcode: 778 });
      vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
        throw error;
      });
      const file = await open(join(await temporaryFolder(), 'any'), 'w');
      await file.close();
      // The prototype of an object has its methods.
      const files = Object.getPrototypeOf(file) as FileHandle;
      if (errno !== null)
        vi.spyOn(files, 'writeFile').mockRejectedValue(Object.assign(new Error('no'), { errno }));
      const response = await call(LISTING);
      vi.restoreAllMocks();
      expect(response.status).toBe(status);
      expect((await call(LISTING)).status).toBe(200);
    },
  );

  it('stays when the new one cannot be built; with none at all the answer says no more than it must', async () => {
    const { call, deps } = processWith(70);
    const first = await (await call(LISTING)).text();
    deps.clock.set('2026-11-25T00:00:00Z');
    deps.db.transaction = () => Promise.reject(new Error('disk full: secret'));
    expect(await (await call(LISTING)).text()).toBe(first);
    expect(deps.logged()).toContain('could not be brought up to date');

    const fresh = processWith(71);
    fresh.deps.db.transaction = deps.db.transaction;
    const response = await fresh.call(LISTING);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ detail: 'Internal server error' });
  });
});
