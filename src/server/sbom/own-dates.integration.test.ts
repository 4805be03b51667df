import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { clearOverride, setOverride } from '@/server/catalog/service/overrides';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-30T12:00:00Z');
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

const purl = 'pkg:generic/foo-server@2.1';
const bom = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: [{ type: 'application', name: 'foo-server', version: '2.1', purl }],
};
const ended = (ends: string) => ({
  ...{ product_name: 'Foo Server', cycle: '2', eol_date: ends, evidence: 'own' },
});

test('an own date of what the catalog lacks counts in documents and images as in questions', async () => {
  const organizationId = await makeOrganization(deps);
  const actor = await makeActor(deps, organizationId, 'admin');
  const rest = await new RestClient(deps).as(organizationId, 'scanner');
  const upload = await rest('PUT', '/sbom?name=shop&tag=1', bom);
  expect(upload.body).toMatchObject({ findings: [], coverage: { unknown: 1 } });
  const { image_tag_id: imageTagId } = upload.body as { image_tag_id: string };
  await scanImage(deps, organizationId, {
    image: 'scanned',
    software: [{ product: 'Foo Server', cycle: '2', type: 'binary' }],
  });
  const endsOn = parseDay('2024-01-01');
  if (!endsOn) throw new Error('no day');
  const date = { product: 'Foo Server', cycle: '2', endsOn, reason: 'by contract' };
  const { id } = await setOverride(deps, actor, date);

  const asked = await rest('POST', '/eol/check', { component: { purl } });
  expect(asked.body).toMatchObject({ eol: true, eol_date: '2024-01-01T00:00:00.000Z' });
  const checked = await rest('POST', '/sbom/check', bom);
  expect(checked.body).toMatchObject({
    ...{ findings: [ended('2024-01-01')], coverage: { matched: 1, unknown: 0 } },
  });
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 1, opened: 1 });
  const { image } = callAs(deps, organizationId);
  expect(await image.findings({ imageTagId })).toMatchObject([
    { productName: 'Foo Server', releaseCycle: '2', eolDate: '2024-01-01', foundBy: 'catalog' },
  ]);
  const again = await rest('PUT', '/sbom?name=shop&tag=1', bom);
  expect(again.body).toMatchObject({ findings: [ended('2024-01-01')] });

  await clearOverride(deps, actor, id);
  expect(await rematchOrganization(deps, organizationId)).toMatchObject({ images: 1, closed: 1 });
  expect(await image.findings({ imageTagId })).toEqual([]);
});
