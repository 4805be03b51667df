import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-30T12:00:00Z');
  await withCatalog(deps, [debian('2022-06-30')]);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

function debian(end: string): Product {
  return importedProduct({
    ...{ name: 'Debian', slug: 'debian', category: 'os', aliases: ['Debian GNU/Linux'] },
    cycles: [
      { name: '12', supportedUntil: '2028-06-30' },
      { name: '9', supportedUntil: end },
    ],
  });
}

const system = (name: string, version: string) => ({ type: 'operating-system', name, version });
const document = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '1' } },
  components: [
    { type: 'container', name: 'api', version: '1', components: [system('debian', '12')] },
    { type: 'container', name: 'jobs', version: '1', components: [system('debian', '9')] },
    system('acme-os', '3'),
    ...['9', '12'].map((release) => ({
      ...{ type: 'library', name: 'bash', version: `5.${release}-1` },
      purl: `pkg:deb/debian/bash@5.${release}-1?distro=debian-${release}`,
    })),
  ],
};

test('each operating system of a document ends by itself: checked, uploaded and matched anew', async () => {
  const organizationId = await makeOrganization(deps);
  const rest = await new RestClient(deps).as(organizationId, 'scanner');
  const found = (end: string) => ({
    findings: [
      { product_name: 'Debian', cycle: '9', eol_date: end, state: 'ended' },
      { product_name: 'Debian', cycle: '12', eol_date: '2028-06-30' },
    ],
    // Of the last three nobody knows anything.
    coverage: { matched: 2, distribution: 2, unknown: 3 },
  });
  const unknown = [{ name: 'acme-os' }, { name: 'api' }, { name: 'jobs' }];
  const checked = await rest('POST', '/sbom/check', document);
  expect(checked.body).toMatchObject(found('2022-06-30'));
  const uploaded = await rest('PUT', '/sbom', document);
  expect(uploaded.body).toMatchObject({ ...found('2022-06-30'), unknown_components: unknown });

  const { image_tag_id: imageTagId } = uploaded.body as { image_tag_id: string };
  const { image } = callAs(deps, organizationId);
  const before = await image.findings({ imageTagId });
  const coverage = { matched: 2, distribution: 2, unknown: 3 };
  expect(await image.get({ imageTagId })).toMatchObject({ kind: 'application', coverage });
  await withCatalog(deps, [debian('2022-07-31')]);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ opened: 0, closed: 0 });
  expect(await image.get({ imageTagId })).toMatchObject({ coverage });
  const after = await image.findings({ imageTagId });
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.map(({ releaseCycle, eolDate }) => [releaseCycle, eolDate])).toEqual([
    ['9', '2022-07-31'],
    ['12', '2028-06-30'],
  ]);
});
