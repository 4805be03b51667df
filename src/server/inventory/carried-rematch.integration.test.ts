import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { dayOf, parseDay } from '@/domain/eol/calendar';
import { saveOwnIdentifier } from '@/server/catalog/service/own-identifiers';
import { deleteOwnProduct, saveOwnProduct } from '@/server/catalog/service/own-products';
import { setOverride } from '@/server/catalog/service/overrides';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeActor, makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { recordStatements } from '@/test/recordings';
import { debian, REDIS, rowsOf, written } from '@/test/rematching';
import { type RestCall, RestClient } from '@/test/rest-client';
import { rematchOrganization } from './service/rematch-organization';

const HOUR_MS = 3_600_000;

let deps: TestDeps;
let organizationId: OrganizationId;
let scanner: RestCall;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  deps.clock.set('2026-11-30T12:00:00Z');
});
beforeEach(async () => {
  await withCatalog(deps, [REDIS]);
  organizationId = await makeOrganization(deps);
  scanner = await new RestClient(deps).as(organizationId, 'scanner');
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});

interface Package {
  readonly purl: string;
  /** When its document says that its support ends. */
  readonly until?: string;
  readonly level?: string;
}

const bomOf = (packages: readonly Package[]) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  components: packages.map(({ purl, until, level }) => {
    const [, name = '', version = ''] = /([^/@]+)@([^?]*)/.exec(purl) ?? [];
    const said = [
      ...(until === undefined
        ? []
        : [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: until }]),
      ...(level === undefined ? [] : [{ name: 'eventide:supportLevel', value: level }]),
    ];
    return { type: 'library', name, version, purl, properties: said };
  }),
});

async function upload(body: unknown, name = 'shop'): Promise<void> {
  const { status } = await scanner('PUT', `/sbom?name=${name}&tag=1`, body);
  expect(status).toBe(200);
}

/** All that is open on images: the software, its end and whose it is, with the packages of either kind. */
async function open() {
  const rows = await deps.db.query<{ line: string }>(
    `SELECT concat_ws(' | ', t.name, c.product_name || ' ' || c.cycle, s.artifact_type, c.eol_on, c.eol_source,
              (SELECT string_agg(k.name || '@' || k.version, ',' ORDER BY k.name, k.version)
                 FROM component k WHERE k.organization_id = $1 AND k.id = ANY(f.component_ids)),
              '/' || (SELECT string_agg(k.name || '@' || k.version, ',' ORDER BY k.name, k.version)
                 FROM component k WHERE k.organization_id = $1 AND k.id = ANY(f.catalog_component_ids))) AS line
       FROM finding f
       JOIN image_tag t ON t.organization_id = $1 AND t.id = f.image_tag_id
       JOIN software s ON s.organization_id = $1 AND s.id = f.software_id
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
      WHERE f.organization_id = $1 AND f.is_open ORDER BY 1`,
    [organizationId],
  );
  return rows.map(({ line }) => line);
}

/** The same, and how much of each image the catalog knows. */
async function stored() {
  const images = await deps.db.query(
    `SELECT t.name, matched_count, distribution_count, unknown_count, distribution_product, distribution_cycle,
            (SELECT array_agg(o.id ORDER BY o.id) FROM unnest(t.software_ids) AS o(id)) AS software,
            (SELECT array_agg(o.id ORDER BY o.id) FROM unnest(t.catalog_software_ids) AS o(id)) AS catalogs
       FROM image_tag t WHERE organization_id = $1 ORDER BY 1`,
    [organizationId],
  );
  return { open: await open(), images };
}

const NONE = { matched: [0, 0], distribution: [0, 0], unknown: [0, 0], pending: [0, 0] } as const;

/** How many packages of the image its page counts in each state, and how many the list that it opens has. */
async function counted(): Promise<Record<keyof typeof NONE, number[]>> {
  const { image } = callAs(deps, organizationId);
  const [first] = (await image.list({})).items;
  const imageTagId = first?.id ?? '';
  const { coverage } = await image.get({ imageTagId });
  const both = async (state: keyof typeof NONE) => {
    const { total } = await image.components({ imageTagId, state });
    return [coverage[state], total];
  };
  return {
    ...{ matched: await both('matched'), distribution: await both('distribution') },
    ...{ unknown: await both('unknown'), pending: await both('pending') },
  };
}

async function rematch() {
  deps.clock.advance(HOUR_MS);
  return rematchOrganization(deps, organizationId);
}

/** Expects that uploading the same again changes nothing of what matching anew has made. */
async function expectAsUploaded(...bodies: readonly unknown[]): Promise<void> {
  const before = await stored();
  deps.clock.advance(HOUR_MS);
  for (const body of bodies) await upload(body);
  expect(await stored()).toEqual(before);
}

const PURL = 'pkg:pypi/ours-of-nobody@7.2';
const OURS = bomOf([{ purl: PURL, until: '2028-01-31' }]);
const ours = (until?: string, name = 'Ours Library') =>
  importedProduct({
    ...{ name, slug: 'ours-library', purls: ['pkg:pypi/ours-of-nobody'] },
    cycles: [{ name: '7', supportedUntil: until }],
  });
const CARRIED = 'shop | ours-of-nobody 7.2 | python | 2028-01-31 | scanner | ours-of-nobody@7.2';

test('a carried date is judged anew once the catalog knows the package, and counts again once it does not', async () => {
  await upload(OURS);
  await upload(bomOf([{ purl: 'pkg:pypi/other@1', until: '2028-01-31' }]), 'beside');
  const other = 'beside | other 1 | python | 2028-01-31 | scanner | other@1';
  expect(await open()).toEqual([other, CARRIED]);

  await withCatalog(deps, [REDIS, ours('2025-01-01')]);
  expect(await rematch()).toEqual({ images: 1, opened: 1, closed: 1 });
  const changed = deps.clock.now();
  expect(await open()).toEqual([
    other,
    'shop | Ours Library 7 | python | 2025-01-01 | catalog | ours-of-nobody@7.2',
  ]);
  await expectAsUploaded(OURS);
  await expect(rematch()).resolves.toMatchObject({ images: 0 });

  await withCatalog(deps, [REDIS]);
  expect(await rematch()).toEqual({ images: 1, opened: 1, closed: 1 });
  expect(await open()).toEqual([other, CARRIED]);
  await expectAsUploaded(OURS);

  const history = await deps.db.query<{ name: string; at: Date; closed: boolean }>(
    `SELECT c.product_name AS name, i.opened_at AS at, i.closed_at IS NOT NULL AS closed
       FROM finding_interval i
       JOIN software s ON s.organization_id = $1 AND s.id = i.software_id
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
      WHERE i.organization_id = $1 AND c.product_name <> 'other' ORDER BY 2`,
    [organizationId],
  );
  expect(history.map(({ name, closed }) => [name, closed])).toEqual([
    ['ours-of-nobody', true],
    ['Ours Library', true],
    ['ours-of-nobody', false],
  ]);
  expect(history[1]?.at).toEqual(changed);
});

test('a carried date counts for a release cycle of which the catalog has no end, whatever it is called', async () => {
  await upload(OURS);
  for (const name of ['Ours Library', 'Our Library']) {
    await withCatalog(deps, [REDIS, ours(undefined, name)]);
    expect(await rematch()).toEqual({ images: 1, opened: 1, closed: 1 });
    expect(await open()).toEqual([
      `shop | ${name} 7 | python | 2028-01-31 | scanner | ours-of-nobody@7.2`,
    ]);
    await expectAsUploaded(OURS);
  }
  await withCatalog(deps, [REDIS, ours('2025-01-01', 'Our Library')]);
  await rematch();
  expect(await open()).toEqual([
    'shop | Our Library 7 | python | 2025-01-01 | catalog | ours-of-nobody@7.2',
  ]);
  await expectAsUploaded(OURS);
});

test('own products, own identifiers and own dates go before what is carried, as long as they last', async () => {
  await upload(OURS);
  const actor = await makeActor(deps, organizationId, 'admin');
  const product = starterProduct.parse({
    ...{ slug: 'our-lib', name: 'Our Lib', category: 'framework' },
    ...{
      purls: ['pkg:pypi/ours-of-nobody'],
      cycles: [{ name: '7', supportedUntil: '2026-01-01' }],
    },
  });
  const { id } = await saveOwnProduct(deps, actor, { reason: 'ours', product });
  await rematch();
  expect(await open()).toEqual([
    'shop | Our Lib 7 | python | 2026-01-01 | catalog | ours-of-nobody@7.2',
  ]);
  await expectAsUploaded(OURS);

  const endsOn = parseDay('2027-06-01');
  if (!endsOn) throw new Error('no day');
  await setOverride(deps, actor, { product: 'Our Lib', cycle: '7', endsOn, reason: 'ours' });
  await rematch();
  expect(await open()).toEqual([
    'shop | Our Lib 7 | python | 2027-06-01 | override | ours-of-nobody@7.2',
  ]);
  await expectAsUploaded(OURS);

  await deleteOwnProduct(deps, actor, id);
  await rematch();
  expect(await open()).toEqual([CARRIED]);
  await expectAsUploaded(OURS);

  await saveOwnIdentifier(deps, actor, {
    ...{
      product: 'redis',
      kind: 'purl',
      value: 'pkg:pypi/ours-of-nobody',
      reason: 'a build of it',
    },
  });
  await rematch();
  expect(await open()).toEqual([
    'shop | Redis 7 | python | 2026-02-28 | catalog | ours-of-nobody@7.2',
  ]);
  await expectAsUploaded(OURS);
});

test('what is beside it joins it, and versions of one release cycle end together, as in an upload', async () => {
  const body = bomOf([
    { purl: 'pkg:pypi/ours-of-nobody@7.2', until: '2028-01-31' },
    { purl: 'pkg:pypi/ours-of-nobody@7.3', until: '2027-01-31' },
    { purl: 'pkg:pypi/ours-of-nobody@7.4' },
    { purl: 'pkg:pypi/ours-of-nobody@8.0', level: 'noSupport' },
  ]);
  const today = dayOf(deps.clock.now());
  await upload(body);
  await withCatalog(deps, [REDIS, ours()]);
  await rematch();
  expect(await open()).toEqual([
    'shop | Ours Library 7 | python | 2027-01-31 | scanner | ours-of-nobody@7.2,ours-of-nobody@7.3',
    `shop | ours-of-nobody 8.0 | python | ${today} | scanner | ours-of-nobody@8.0`,
  ]);
  await expectAsUploaded(body);
  await withCatalog(deps, [REDIS, ours('2025-01-01')]);
  await rematch();
  expect(await open()).toContain(
    'shop | Ours Library 7 | python | 2025-01-01 | catalog | ours-of-nobody@7.2,ours-of-nobody@7.3 | /ours-of-nobody@7.4',
  );
  await expectAsUploaded(body);
});

test('a package of a distribution is left to it as soon as the catalog knows its end, and not before', async () => {
  const body = bomOf([
    { purl: 'pkg:deb/debian/bash@5.2.15-2?distro=debian-12', until: '2030-01-31' },
  ]);
  await upload(body);
  const carried = 'shop | bash 5.2.15-2 | deb | 2030-01-31 | scanner | bash@5.2.15-2';
  expect(await open()).toEqual([carried]);
  await withCatalog(deps, [REDIS, debian(['12'])]);
  await rematch();
  expect(await open()).toEqual(['shop | Debian 12 | os | 2026-06-10 | catalog']);
  await expectAsUploaded(body);
  await withCatalog(deps, [REDIS]);
  await rematch();
  expect(await open()).toEqual([carried]);
  await expectAsUploaded(body);
});

test('the end of an operating system is judged anew like others', async () => {
  const body = {
    ...{ artifacts: [], descriptor: { name: 'syft' }, schema: { version: '16' } },
    distro: { id: 'debian', versionID: '12', prettyName: 'Debian 12', supportEnd: '2030-12-31' },
  };
  await upload(body);
  const carried = 'shop | debian 12 | os | 2030-12-31 | scanner | Debian 12@12';
  expect(await open()).toEqual([carried]);
  expect(await counted()).toEqual({ ...NONE, matched: [1, 1] });
  await withCatalog(deps, [REDIS, debian(['12'])]);
  await rematch();
  expect(await open()).toEqual(['shop | Debian 12 | os | 2026-06-10 | catalog']);
  expect(await counted()).toEqual({ ...NONE, matched: [1, 1] });
  const before = await stored();
  await withCatalog(deps, [REDIS]);
  await rematch();
  expect(await open()).toEqual([carried]);
  await withCatalog(deps, [REDIS, debian(['12'])]);
  await rematch();
  expect(await stored()).toEqual(before);
  // What is uploaded now has no such component.
  deps.clock.advance(HOUR_MS);
  await upload(body);
  expect(await open()).toEqual(before.open);
  expect(await counted()).toEqual(NONE);
  await expectAsUploaded(body);
});

test('what a scanner found stays, beside dates that an SBOM carries', async () => {
  await scanImage(deps, organizationId, {
    image: 'scanned',
    software: [{ product: 'Ours', cycle: '7', type: 'python', packages: [PURL] }],
  });
  const found = 'scanned | Ours 7 | python | scanner | ours-of-nobody@7.2';
  await upload(OURS);
  await withCatalog(deps, [REDIS, ours('2025-01-01')]);
  await rematch();
  expect(await open()).toEqual([
    found,
    'shop | Ours Library 7 | python | 2025-01-01 | catalog | ours-of-nobody@7.2',
  ]);
  await withCatalog(deps, [REDIS]);
  await rematch();
  expect(await open()).toEqual([found, CARRIED]);
});

test('an upgrade judges anew what a release before has left at what its upload found', async () => {
  await upload(OURS);
  await upload(bomOf([{ purl: 'pkg:pypi/other@1' }]), 'beside');
  await withCatalog(deps, [REDIS, ours('2025-01-01')]);
  // As a release before has matched it: the component, and not its date.
  const { key } = await deps.catalog.forOrganization(organizationId);
  await deps.db.query(
    `UPDATE component SET match_state = 'vendor', match_product = 'ours-library', match_cycle = '7',
            match_cycle_key = md5('Ours Library 7')::uuid WHERE organization_id = $1 AND name = 'ours-of-nobody'`,
    [organizationId],
  );
  await deps.db.query('UPDATE inventory_matching SET catalog_key = $2 WHERE organization_id = $1', [
    organizationId,
    key.replace(/\.m\d+$/, '.m4'),
  ]);
  expect(await rematch()).toEqual({ images: 1, opened: 1, closed: 1 });
  await expectAsUploaded(OURS);
});

test('says as many statements for many images as for one, and writes nothing of one that stays', async () => {
  const images = Array.from({ length: 5 }, (_, index) => `shop-${String(index)}`);
  await upload(OURS, 'shop-0');
  const statements = recordStatements(deps.db);
  const counted = async (products: Parameters<typeof withCatalog>[1]) => {
    await withCatalog(deps, products);
    statements.length = 0;
    const report = await rematch();
    return { report, said: statements.length };
  };
  const one = await counted([REDIS, ours('2025-01-01')]);
  await counted([REDIS]);
  for (const image of images.slice(1)) await upload(OURS, image);
  const all = await counted([REDIS, ours('2025-01-01')]);
  expect(one.report).toEqual({ images: 1, opened: 1, closed: 1 });
  expect(all.report).toEqual({ images: 5, opened: 5, closed: 5 });
  expect(all.said).toBeLessThanOrEqual(one.said);

  // No end, twice: its name is not stored, so it is looked at again.
  await counted([REDIS, ours()]);
  const before = await rowsOf(deps, organizationId);
  const again = await counted([importedProduct({ name: 'Valkey' }), REDIS, ours()]);
  expect(again.report).toEqual({ images: 5, opened: 0, closed: 0 });
  expect(written(before, await rowsOf(deps, organizationId))).toEqual({});
});
