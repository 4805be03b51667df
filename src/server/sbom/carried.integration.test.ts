import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy } from '@/test/factories';
import { type RestCall, RestClient } from '@/test/rest-client';

let deps: TestDeps;
let organizationId: OrganizationId;
let scanner: RestCall;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-27T12:00:00Z');
  organizationId = await makeOrganization(deps);
  scanner = await new RestClient(deps).as(organizationId, 'scanner');
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

const bom = (value: string | null) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: [
    {
      ...{ type: 'library', name: 'ours', version: '7', purl: 'pkg:pypi/ours-of-nobody@7' },
      properties: value === null ? [] : [{ name: 'cdx:lifecycle:milestone:endOfSupport', value }],
    },
  ],
});

test('what two documents say of one package is kept apart, and once each', async () => {
  const uploads: [string, string | null][] = [
    ['one', '2027-01-31'],
    ['two', '2028-01-31'],
    ['three', '2028-01-31'],
    ['four', null],
  ];
  for (const [name, value] of uploads) {
    const { status } = await scanner('PUT', `/sbom?name=${name}&tag=1`, bom(value));
    expect(status).toBe(200);
  }
  const held = await deps.db.of(organizationId).component.findMany({ where: { name: 'ours' } });
  const said = held.map(({ carried }) => carried);
  expect(said).toHaveLength(3);
  expect(said).toEqual(
    expect.arrayContaining([
      null,
      expect.objectContaining({ eolOn: '2027-01-31', supportLevel: null }),
      expect.objectContaining({
        eolOn: '2028-01-31',
        source: 'cdx:lifecycle:milestone:endOfSupport',
      }),
    ]),
  );
});

test.each([
  { before: '2028-01-31', now: '2025-01-31', action: 'DENY', state: 'ended' },
  { before: '2025-01-31', now: '2028-01-31', action: 'ALLOW', state: 'later' },
])(
  'a check judges by what the document says itself, $now, as its upload does',
  async ({ before, now, action, state }) => {
    const other = await makeOrganization(deps);
    await makePolicy(deps, other, { type: 'EOL', scope: 'global', denyDays: 0 });
    const call = await new RestClient(deps).as(other, 'scanner');
    await call('PUT', '/sbom?name=first&tag=1', bom(before));
    const findings = [{ product_name: 'ours', eol_date: now, state, evidence: 'sbom' }];
    for (const [method, path] of [
      ['POST', '/sbom/check'],
      ['PUT', '/sbom?name=second&tag=1'],
    ] as const) {
      const { body } = await call(method, path, bom(now));
      expect([method, body]).toMatchObject([method, { policy: { action }, findings }]);
    }
  },
);
