import { afterAll, beforeAll, expect, test } from 'vitest';
import { scannerDatabases } from '@/server/scanner-database/service/feed';
import { makeOrganization } from '@/test/accounts';
import { callAnonymously, callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';

let deps: TestDeps;

beforeAll(async () => {
  deps = testDeps(await testDatabase(), { PUBLIC_URL: 'https://eol.example.com' });
});
afterAll(() => deps.db.close());

test('says where the feed is, and what lies there once a scanner has asked', async () => {
  const reader = callAs(deps, await makeOrganization(deps), 'viewer');
  const listingUrl = 'https://eol.example.com/xeol/databases/listing.json';
  expect(await reader.scanner.database()).toEqual({ listingUrl, archive: null });
  const databases = scannerDatabases(deps);
  const { name, sha256 } = await databases.newest();
  const held = await databases.archive(name);
  expect(await reader.scanner.database()).toEqual({
    listingUrl,
    archive: {
      name,
      sha256,
      builtAt: '2026-11-21T12:00:00.000Z',
      sizeBytes: held?.content.byteLength,
    },
  });
});

test('is for whoever is signed in', async () => {
  const nobody = callAnonymously(deps);
  await expect(nobody.scanner.database()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
