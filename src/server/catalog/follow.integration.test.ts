import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { effectiveEnd } from '@/domain/eol/proximity';
import { followCatalog } from '@/server/catalog/repository/follow';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage, type SoftwareFound } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let organizationId: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  organizationId = await makeOrganization(deps);
});
afterAll(() => db.close());

interface CycleRow {
  cycle: string;
  overrideOn: Day | null;
  catalogOn: Day | null;
  catalogEnded: boolean;
  catalogInferredFrom: string | null;
  scannerOn: Day | null;
  scannerEnded: boolean;
  firstSeenOn: Day;
  on: Day | null;
  known: boolean;
  source: string;
}

function cycles(product: string): Promise<CycleRow[]> {
  return db.query<CycleRow>(
    `SELECT cycle, override_eol_on AS "overrideOn", catalog_eol_on AS "catalogOn",
            catalog_ended AS "catalogEnded", catalog_inferred_from AS "catalogInferredFrom", scanner_eol_on AS "scannerOn", scanner_ended AS "scannerEnded",
            first_seen_on AS "firstSeenOn", eol_on AS "on", eol_on_known AS known, eol_source AS source
       FROM software_cycle WHERE organization_id = $1 AND product_name = $2 ORDER BY cycle`,
    [organizationId, product],
  );
}

const SCANNED: readonly Pick<SoftwareFound, 'eol' | 'ended'>[] = [
  {},
  { ended: true },
  { eol: '2024-01-01' },
  { eol: '2030-01-01' },
  { eol: '2030-01-01', ended: true },
];
const CATALOGED = [undefined, null, true, '2025-02-02'] as const;
const cases = SCANNED.flatMap((scanned) =>
  CATALOGED.map((supportedUntil) => ({ scanned, supportedUntil })),
).map((one, index) => ({ ...one, cycle: String(index + 10) }));

async function scan(product: string): Promise<void> {
  const software = cases.map(({ scanned, cycle }) => ({ product, cycle, ...scanned }));
  await scanImage(deps, organizationId, { image: `${product}:1`, software });
}

const cataloged = (name: string) =>
  importedProduct({
    name,
    cycles: cases.flatMap(({ cycle, supportedUntil }) =>
      supportedUntil === undefined ? [] : [{ name: cycle, supportedUntil }],
    ),
  });

it('gives a cycle the same end in SQL, at an upload and in TypeScript', async () => {
  await scan('Known later');
  await withCatalog(deps, [cataloged('Known later'), cataloged('Known before')]);
  await scan('Known before');
  const [later, before] = [await cycles('Known later'), await cycles('Known before')];
  expect(later).toHaveLength(cases.length);
  expect(before).toEqual(later);
  for (const row of later) {
    const { on, known, source } = row;
    expect({ on, known, source }).toEqual(effectiveEnd(row));
  }
  expect(later.map(({ catalogOn, catalogEnded }) => catalogOn ?? catalogEnded)).toEqual(
    cases.map(({ supportedUntil }) => supportedUntil ?? false),
  );
});

it('lets no later day of a scanner deny what the catalog says has ended', async () => {
  await withCatalog(deps, [
    importedProduct({ name: 'Denied', cycles: [{ name: '1', supportedUntil: true }] }),
  ]);
  const software = [{ product: 'Denied', cycle: '1', eol: '2030-01-01' }];
  await scanImage(deps, organizationId, { image: 'denied:1', software });
  const [row] = await cycles('Denied');
  expect(row).toMatchObject({ on: row?.firstSeenOn, known: false, source: 'catalog' });
});

it('judges anew, once an installation is upgraded, what an earlier version concluded of the same facts', async () => {
  await withCatalog(deps, [
    importedProduct({ name: 'Older', cycles: [{ name: '1', supportedUntil: true }] }),
  ]);
  const software = [{ product: 'Older', cycle: '1', eol: '2030-01-01' }];
  await scanImage(deps, organizationId, { image: 'older:1', software });
  await rematchOrganization(deps, organizationId);
  const judged = await cycles('Older');
  await db.query(
    `UPDATE software_cycle SET eol_on = scanner_eol_on, eol_on_known = true, eol_source = 'scanner'
      WHERE organization_id = $1 AND product_name = 'Older'`,
    [organizationId],
  );
  await db.query(
    `UPDATE inventory_matching SET catalog_key = regexp_replace(catalog_key, '[.]m[0-9]+$', '.m1')
      WHERE organization_id = $1`,
    [organizationId],
  );
  expect(await cycles('Older')).not.toEqual(judged);
  await rematchOrganization(deps, organizationId);
  expect(await cycles('Older')).toEqual(judged);
  const again = await db.transaction((tx) => followCatalog(tx, organizationId, deps.clock.now()));
  expect(again).toEqual({ changed: 0, moved: [] });
});

it('forgets what the catalog no longer says', async () => {
  await scan('Forgotten');
  await withCatalog(deps, [cataloged('Forgotten')]);
  await withCatalog(deps, []);
  for (const row of await cycles('Forgotten')) {
    expect(row).toMatchObject({ catalogOn: null, catalogEnded: false });
    expect(row.on).toBe(effectiveEnd(row).on);
  }
});

it('finds a product by an alias and in any case', async () => {
  const software = [{ product: 'POSTGRES', cycle: '12', eol: '2030-01-01' }];
  await scanImage(deps, organizationId, { image: 'database:1', software });
  const cycle = { name: '12', supportedUntil: '2024-11-21' };
  await withCatalog(deps, [
    importedProduct({ name: 'PostgreSQL', aliases: ['postgres'], cycles: [cycle] }),
  ]);
  expect(await cycles('POSTGRES')).toMatchObject([
    { on: parseDay('2024-11-21'), source: 'catalog', scannerOn: parseDay('2030-01-01') },
  ]);
});
