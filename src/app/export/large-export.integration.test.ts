import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExportHandler } from '@/server/listener/export-handler';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { EXPORTS } from './exports';

const ROWS = 10_000;
/** A batch of the longest names here, with room to spare. */
const LARGEST_CHUNK_BYTES = 100_000;

let db: TestDatabase;
let deps: TestDeps;
let open: () => Promise<ReadableStreamDefaultReader<Uint8Array>>;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  const organization = await makeOrganization(deps);
  const packages = Array.from({ length: ROWS }, (_, index) => `lib-${String(index)}@1`);
  const { image_tag_id } = await scanImage(deps, organization, { packages });
  const { key } = await makeApiKey(deps, organization, 'viewer');
  const handler = createExportHandler(deps, EXPORTS);
  open = async () => {
    const response = await handler(
      new Request(`http://127.0.0.1/export/images/${image_tag_id}/packages.csv`, {
        headers: { 'x-api-key': key },
      }),
    );
    const reader = response.body?.getReader();
    if (!reader) throw new Error(`${String(response.status)} without a body`);
    return reader;
  };
});
afterAll(() => db.close());

const busy = () => db.pool.totalCount - db.pool.idleCount;
const linesIn = (chunk: Uint8Array | undefined) =>
  new TextDecoder().decode(chunk).split('\r\n').length - 1;

test('streams ten thousand rows in small pieces', async () => {
  const reader = await open();
  let lines = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    expect(value.byteLength).toBeLessThan(LARGEST_CHUNK_BYTES);
    lines += linesIn(value);
  }
  expect(lines).toBe(ROWS + 1);
  expect(busy()).toBe(0);
});

test('reads no further than it is read, and lets go of who leaves', async () => {
  const reader = await open();
  const { value } = await reader.read();
  expect(linesIn(value)).toBeLessThan(ROWS / 10);
  expect(busy()).toBe(1);
  await reader.cancel();
  expect(busy()).toBe(0);
});

test('a database that goes away half-way breaks the file', async () => {
  const reader = await open();
  await reader.read();
  await db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`);
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow();
  expect(deps.logged()).toContain('an export broke off');
  expect(busy()).toBe(0);
});
