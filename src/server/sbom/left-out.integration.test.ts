import { afterAll, beforeAll, expect, test } from 'vitest';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy } from '@/test/factories';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  const cycles = [{ name: '3.2', supportedUntil: '2024-04-01' }];
  await withCatalog(deps, [
    importedProduct({ name: 'Django', purls: ['pkg:pypi/django'], cycles }),
  ]);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

const bom = (component: object) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
  ],
});

test.each([
  ['an application', { type: 'application', name: 'shop', version: '2' }, 'shop'],
  ['an image', { type: 'container', name: 'ghcr.io/acme/shop', version: '2' }, 'unassigned'],
])(
  'a check of %s is judged as its upload, where neither names a project',
  async (_of, component, own) => {
    const organizationId = await makeOrganization(deps);
    const denying = { type: 'EOL', scope: 'project', denyDays: 0 } as const;
    await makePolicy(deps, organizationId, { ...denying, projectName: own });
    const scanner = await new RestClient(deps).as(organizationId, 'scanner');
    for (const [method, path] of [
      ['POST', '/sbom/check'],
      ['PUT', '/sbom'],
    ] as const) {
      const { body } = await scanner(method, path, bom(component));
      expect([method, body]).toMatchObject([method, { policy: { action: 'DENY' } }]);
    }
    const other = await scanner('POST', '/sbom/check?project=other', bom(component));
    expect(other.body).toMatchObject({ policy: { action: 'ALLOW' } });
  },
);

test('a check of what nobody names is judged as of no project', async () => {
  const organizationId = await makeOrganization(deps);
  const denying = { type: 'EOL', scope: 'project', denyDays: 0 } as const;
  await makePolicy(deps, organizationId, { ...denying, projectName: 'unassigned' });
  const scanner = await new RestClient(deps).as(organizationId, 'scanner');
  const nameless = { ...bom({}), metadata: {} };
  const { body } = await scanner('POST', '/sbom/check', nameless);
  expect(body).toMatchObject({ policy: { action: 'DENY' } });
});

test('parameters without a value are left out', async () => {
  const organizationId = await makeOrganization(deps);
  const scanner = await new RestClient(deps).as(organizationId, 'scanner');
  const document = bom({ type: 'application', name: 'shop', version: '2' });
  const query = 'project=&name=&tag=&digest=&label=&label=team=payments&location=&category=';
  const stored = await scanner('PUT', `/sbom?${query}`, document);
  expect(stored.status).toBe(200);
  expect(
    await deps.db.of(organizationId).imageTag.findMany({ select: { name: true, labels: true } }),
  ).toEqual([{ name: 'shop', labels: { team: 'payments' } }]);
  const report = await scanner('PUT', `/sbom?${query}&format=gitlab-code-quality`, document);
  expect(report.body).toMatchObject([{ location: { path: 'sbom.json' } }]);
});
