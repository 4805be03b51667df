import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [
    importedProduct({
      name: 'Django',
      purls: ['pkg:pypi/django'],
      cycles: [
        { name: '3.2', supportedUntil: '2024-04-01' },
        { name: '4.2', supportedUntil: '2026-04-01' },
      ],
    }),
  ]);
  organizationId = await makeOrganization(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

const bom = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2' } },
  components: ['3.2.25', '4.2.1'].map((version) => ({
    ...{ type: 'library', name: 'django', version, purl: `pkg:pypi/django@${version}` },
  })),
};

const answered = z.object({
  findings: z.array(z.object({ cycle: z.string(), why_url: z.string().optional() })),
});

async function send(role: 'scanner' | 'viewer', method: string, path: string) {
  const call = await new RestClient(deps).as(organizationId, role);
  const { body } = await call(method, path, bom);
  const { findings } = answered.parse(body);
  return Object.fromEntries(findings.map(({ cycle, why_url: url }) => [cycle, url ?? null]));
}

test('an upload names the pages that say why, again and under a contract, and a check what is stored', async () => {
  const nothing = { '3.2': null, '4.2': null };
  expect(await send('viewer', 'POST', '/sbom/check?project=web')).toEqual(nothing);
  const first = await send('scanner', 'PUT', '/sbom?project=web');
  for (const [cycle, url] of Object.entries(first)) {
    const id = url?.slice(-36) ?? '';
    expect(url).toBe(`${deps.env.publicUrl}/findings/${id}`);
    const { finding } = await callAs(deps, organizationId).finding.explain({ id });
    expect(finding).toMatchObject({ product_name: 'Django', cycle });
  }
  await makeContract(deps, organizationId, { lines: [{ productName: 'Django', cycle: '3.2' }] });
  await rematchOrganization(deps, organizationId);
  const again = await send('scanner', 'PUT', '/sbom?project=web');
  expect(Object.values(again).every((url) => url !== null)).toBe(true);
  expect(again['4.2']).toBe(first['4.2']);
  expect(await send('viewer', 'POST', '/sbom/check?project=web')).toEqual(again);
  // Which images hold it is not for keys that may not read them, and another image holds nothing.
  expect(await send('scanner', 'POST', '/sbom/check?project=web')).toEqual(nothing);
  expect(await send('viewer', 'POST', '/sbom/check?project=web&tag=3')).toEqual(nothing);
  expect(await send('viewer', 'POST', '/sbom/check?project=other')).toEqual(nothing);
});
