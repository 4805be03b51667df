import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

test('reads the stored certificate, of this organization alone', async () => {
  const organizationId = await makeOrganization(deps);
  const at = deps.clock.now();
  await db.of(organizationId).certificate.create({
    data: {
      pem: 'PEM',
      subject: 'CN=signer',
      issuer: 'CN=root',
      notBefore: new Date('2026-01-01'),
      notAfter: new Date('2027-01-01'),
      createdAt: at,
      updatedAt: at,
    },
  });
  const stored = await callAs(deps, organizationId, 'scanner').certificate.get();
  expect(await callAs(deps, organizationId).certificate.find()).toEqual(stored);
  expect(stored).toEqual({
    certificate: 'PEM',
    subject: 'CN=signer',
    issuer: 'CN=root',
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2027-01-01T00:00:00.000Z',
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  });
  const stranger = callAs(deps, await makeOrganization(deps));
  expect(await stranger.certificate.find()).toBeNull();
  await expect(stranger.certificate.get()).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Certificate not found',
  });
});
