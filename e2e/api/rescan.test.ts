import { describe, expect, it } from 'vitest';
import { clientOf, mounts } from './harness/mounts';
import { fixture, imageScan } from './harness/payloads';
import { deps, makeTenant, type Tenant } from './harness/tenants';

const TABLES = [
  ...['project', 'software_cycle', 'software', 'finding', 'finding_interval', 'clean_interval'],
  ...['component', 'inventory', 'sbom', 'image_tag', 'scan'],
];

/** Where each row of a tenant's tables stands and which transaction wrote it: any write changes one of them. */
async function rowsOf({ organizationId }: Tenant): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const table of TABLES) {
    const found = await deps.db.query<{ at: string }>(
      `SELECT xmin::text || ' ' || ctid::text AS at FROM ${table} WHERE organization_id = $1 ORDER BY 1`,
      [organizationId],
    );
    rows.set(
      table,
      found.map(({ at }) => at),
    );
  }
  return rows;
}

/** Rows written between two looks, by table. */
function written(
  before: Map<string, string[]>,
  after: Map<string, string[]>,
): Record<string, number> {
  const counts = [...after].map(([table, rows]) => {
    const known = new Set(before.get(table));
    return [table, rows.filter((row) => !known.has(row)).length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const ofMatches = (count: number) =>
  Buffer.from(
    JSON.stringify(
      imageScan({
        project: 'again',
        image: `again:${String(count)}`,
        matches: Array.from({ length: count }, (_, n) => ({
          product: `Product ${String(n)}`,
          cycle: '1',
        })),
      }),
    ),
  );

describe('an unchanged re-scan', () => {
  const [node] = mounts;
  if (!node) throw new Error('the node mount is the first');

  it.each([
    ['a recorded image', fixture('captured/v2-current-image')],
    ['a recorded directory', fixture('captured/v2-current-directory')],
    ['a clean image', fixture('captured/v2-current-clean-image')],
    ['one match', ofMatches(1)],
    ['500 matches', ofMatches(500)],
  ])('of %s writes two rows and touches neither findings nor intervals', async (_what, bytes) => {
    const tenant = await makeTenant();
    const client = clientOf(node).withKey(tenant.keys.scanner);
    await client.put('/v2/scan', bytes);
    const before = await rowsOf(tenant);
    for (const times of [1, 2, 3]) {
      expect((await client.put('/v2/scan', bytes)).status).toBe(200);
      expect(written(before, await rowsOf(tenant))).toEqual({ image_tag: 1, scan: times });
    }
  });
});

describe('a changed re-scan', () => {
  it('keeps the ids of findings that stay, closes those that go, and opens a new interval for one that returns', async () => {
    const tenant = await makeTenant();
    const [mount] = mounts;
    if (!mount) throw new Error('the node mount is the first');
    const client = clientOf(mount).withKey(tenant.keys.member);
    const scan = (...products: string[]) =>
      client.put(
        '/v2/scan',
        imageScan({
          project: 'p',
          image: 'a:1',
          matches: products.map((product) => ({ product, cycle: '1' })),
        }),
      );
    const intervals = () =>
      deps.db.query<{ product: string; finding: string; open: boolean }>(
        `SELECT c.product_name AS product, i.finding_id AS finding, i.closed_at IS NULL AS open
           FROM finding_interval i
           JOIN software s ON s.organization_id = i.organization_id AND s.id = i.software_id
           JOIN software_cycle c ON c.organization_id = s.organization_id AND c.id = s.software_cycle_id
          WHERE i.organization_id = $1 ORDER BY product, i.opened_at`,
        [tenant.organizationId],
      );
    await scan('A', 'B');
    const first = await intervals();
    await scan('A');
    expect((await intervals()).map(({ product, open }) => [product, open])).toEqual([
      ['A', true],
      ['B', false],
    ]);
    await scan('A', 'B');
    const last = await intervals();
    expect(last.map(({ product, open }) => [product, open])).toEqual([
      ['A', true],
      ['B', false],
      ['B', true],
    ]);
    expect(new Set(last.map(({ finding }) => finding))).toEqual(
      new Set(first.map(({ finding }) => finding)),
    );
  });
});
