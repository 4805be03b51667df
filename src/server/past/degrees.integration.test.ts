import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { countWrongCatalogFacts } from '@/server/catalog/service/facts';
import { countWrongFacts } from '@/server/past/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';

/** How well an end was known is told by what the catalog, the organization and SBOMs had on the day that is asked for. */

let deps: TestDeps;
let organization: OrganizationId;

const on = (day: string) => deps.clock.set(`${day}T12:00:00Z`);
const calls = () => callAs(deps, organization, 'admin');
/** The catalog's Elm, whose cycle goes on: nobody says until when. */
const elm = (...cycles: string[]) =>
  importedProduct({
    name: 'Elm',
    aliases: ['elm-lang'],
    cycles: cycles.map((name) => ({ name, releasedOn: '2025-01-01' })),
  });
/** An installation that had a catalog before, without Elm: of all that comes after it is kept since when. */
async function noteEarlierCatalog(): Promise<void> {
  await withCatalog(deps, [importedProduct({ name: 'Ferry', cycles: [{ name: '1' }] })]);
  await withCatalog(deps, []);
}
const scan = (software: { product: string; eol?: string }[]) =>
  scanImage(deps, organization, {
    image: 'a:1',
    software: software.map((one) => ({ cycle: '1', ...one })),
  });
const ours = (name: string) =>
  calls().ownCatalog.save({
    body: {
      product: {
        ...{ slug: 'ours', name, category: 'app' as const },
        cycles: [{ name: '1', releasedOn: '2020-01-01', supportedUntil: '2024-01-01' }],
      },
      reason: 'we make it',
    },
  });

/** The degree of a product's only software by every list that has it, which all say the same; null: none has it. */
async function degree(product: string, asOf?: string): Promise<EvidenceDegree | null> {
  const { finding, image, software, timeline } = calls();
  const list = { asOf, productName: product };
  const [[row], { items: findings }, { lines }] = await Promise.all([
    software.listForDashboard(list).then(({ items }) => items),
    finding.list({ as_of: asOf, product_name: product }),
    timeline.list({ asOf }),
  ]);
  const bar = lines.flatMap(({ items }) => items).find((one) => one.productName === product);
  expect([findings[0]?.evidence, bar?.evidence]).toEqual([row?.evidence, row?.evidence]);
  const [found] = findings;
  if (!row || !found) return null;
  const explained = await finding.explain({ id: found.id, as_of: asOf });
  expect(explained.finding.evidence).toBe(row.evidence);
  if (asOf !== undefined) {
    const page = await software.getPast({ softwareId: row.id, asOf });
    const { findings: held } = await image.getPast({ imageTagId: found.image.id, asOf });
    const [inImage] = held.filter(({ id }) => id === found.id);
    expect([page.evidence, inImage?.evidence]).toEqual([row.evidence, row.evidence]);
  }
  // A filter finds it by that degree, and by no other.
  for (const evidence of ['own', 'catalog', 'sbom', 'unknown'] as const) {
    const expected = evidence === row.evidence ? 1 : 0;
    expect((await software.listForDashboard({ ...list, evidence })).items).toHaveLength(expected);
    const chosen = { as_of: asOf, product_name: product, evidence };
    expect((await finding.list(chosen)).items).toHaveLength(expected);
  }
  return row.evidence;
}

/** The same by the lists for programs, which have what has an end. */
async function degreeOfEnded(product: string, asOf: string): Promise<unknown[]> {
  const { finding, image, project, software } = calls();
  const { items } = await finding.list({ as_of: asOf, product_name: product });
  const [found] = items;
  if (!found) return [];
  const lists = [
    (await software.list({ as_of: asOf })).items,
    (await image.software({ image_tag_id: found.image.id, as_of: asOf })).items,
    await project.software({ project_id: found.project.id, as_of: asOf }),
  ];
  return lists.map((list) => list.find((one) => one.productName === product)?.evidence);
}

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  on('2026-03-01');
  await withCatalog(deps, []);
  organization = await makeOrganization(deps);
});

it('a cycle without an end is the catalog’s on the days on which the catalog had it, and unknown on all others', async () => {
  await noteEarlierCatalog();
  await scan([{ product: 'Elm' }, { product: 'elm-lang' }]);
  deps.clock.set('2026-04-01T00:00:00Z');
  await withCatalog(deps, [elm('1')]);
  on('2026-05-01');
  await withCatalog(deps, [elm('2')]);
  on('2026-06-01');
  await withCatalog(deps, [elm('2', '1')]);
  deps.clock.set('2026-07-01T00:00:00Z');
  await withCatalog(deps, []);
  on('2026-08-01');
  for (const name of ['Elm', 'elm-lang']) {
    expect(await degree(name)).toBe('unknown');
    expect(await degree(name, '2026-02-28')).toBeNull();
    expect(await degree(name, '2026-03-31')).toBe('unknown');
    expect(await degree(name, '2026-04-01')).toBe('catalog');
    expect(await degree(name, '2026-04-30')).toBe('catalog');
    expect(await degree(name, '2026-05-01')).toBe('unknown');
    expect(await degree(name, '2026-06-30')).toBe('catalog');
    expect(await degree(name, '2026-07-01')).toBe('unknown');
  }
  expect(await countWrongCatalogFacts(deps.db)).toBe(0);
});

it('an end is one’s own on the days on which there was a product of one’s own', async () => {
  await scan([{ product: 'Redis', eol: '2025-01-01' }]);
  on('2026-04-01');
  const { id } = await ours('Redis');
  on('2026-05-01');
  await ours('Something else');
  on('2026-06-01');
  await ours('Redis');
  on('2026-07-01');
  await calls().ownCatalog.delete({ id });
  on('2026-08-01');
  const asOf = async (day: string) => [
    await degree('Redis', day),
    ...(await degreeOfEnded('Redis', day)),
  ];
  const all = (evidence: EvidenceDegree) => Array.from({ length: 4 }, () => evidence);
  expect(await degree('Redis')).toBe('catalog');
  expect(await asOf('2026-03-31')).toEqual(all('catalog'));
  expect(await asOf('2026-04-01')).toEqual(all('own'));
  expect(await asOf('2026-05-01')).toEqual(all('catalog'));
  expect(await asOf('2026-06-30')).toEqual(all('own'));
  expect(await asOf('2026-07-01')).toEqual(all('catalog'));
  expect(await countWrongFacts(organization, deps.db)).toBe(0);
  const other = await makeOrganization(deps, 'Other');
  await scanImage(deps, other, { software: [{ product: 'Redis', cycle: '1', eol: '2025-01-01' }] });
  organization = other;
  on('2026-08-02');
  expect(await degree('Redis', '2026-08-01')).toBe('catalog');
});

it('what an SBOM carried was its word while the image held it', async () => {
  const carrying = (value: string | null) => ({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: [
      {
        ...{ type: 'library', name: 'carried', version: '7', purl: 'pkg:pypi/carried@7' },
        properties: value === null ? [] : [{ name: 'cdx:lifecycle:milestone:endOfSupport', value }],
      },
    ],
  });
  const upload = await new RestClient(deps).as(organization, 'scanner');
  expect((await upload('PUT', '/sbom?name=c&tag=1', carrying('2025-01-31'))).status).toBe(200);
  on('2026-04-01');
  expect((await upload('PUT', '/sbom?name=c&tag=1', carrying(null))).status).toBe(200);
  on('2026-05-01');
  expect(await degree('carried')).toBeNull();
  expect(await degree('carried', '2026-03-31')).toBe('sbom');
  expect(await degree('carried', '2026-04-01')).toBeNull();
});

it('what the first catalog of an installation has was known before: nobody kept since when', async () => {
  await deps.db.query('DELETE FROM catalog_cycle_interval');
  on('2026-04-01');
  await withCatalog(deps, [elm('1')]);
  on('2026-03-02');
  await scan([{ product: 'Elm' }]);
  on('2026-05-01');
  expect(await degree('Elm')).toBe('catalog');
  expect(await degree('Elm', '2026-03-31')).toBe('catalog');
});
