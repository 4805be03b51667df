import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { heldSoftware } from '@/test/stored';
import { rematchOrganization } from './service/rematch-organization';

const HOUR_MS = 3_600_000;

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

const PRODUCTS = ['a', 'b', 'c'] as const;
const some = fc.subarray([...PRODUCTS]);
const scan = fc.record({
  kind: fc.constant('scan' as const),
  image: fc.constantFrom('x', 'y'),
  /** Packages that the image holds, those of them that the scanner names, and those of the others that an SBOM dates. */
  held: some,
  named: some,
  dated: some,
});
/** What the catalog has of a product: its release cycle with an end or without one, and by another name. */
const KNOWN = ['ended', 'endless', 'renamed'] as const;
const change = fc.record({
  kind: fc.constant('catalog' as const),
  known: fc.dictionary(fc.constantFrom(...PRODUCTS), fc.constantFrom(...KNOWN)),
});
type Step = typeof scan | typeof change extends fc.Arbitrary<infer Value> ? Value : never;
type Known = Readonly<Partial<Record<string, (typeof KNOWN)[number]>>>;

interface Held {
  readonly held: readonly string[];
  readonly named: readonly string[];
  readonly dated: readonly string[];
}

/**
 * The obvious meaning: an image has what the scanner named, what says itself that it ends, under the catalog's name where that
 * knows it, and of the rest what ends by the catalog.
 */
class Model {
  readonly intervals = new Map<string, { opened: number; closed: number | null }[]>();
  readonly images = new Map<string, Held>();
  known: Known = {};
  private open = new Set<string>();

  take(step: Step, hour: number): void {
    if (step.kind === 'catalog') this.known = step.known;
    else this.images.set(step.image, heldIn(step));
    const now = new Set(
      [...this.images].flatMap(([image, held]) => {
        const found = this.findingsOf(image, held);
        return found.length === 0 ? [`${image} nothing`] : found.map(({ key }) => key);
      }),
    );
    for (const key of this.open) {
      const last = this.intervals.get(key)?.at(-1);
      if (!now.has(key) && last) last.closed = hour;
    }
    for (const key of now) {
      if (this.open.has(key)) continue;
      this.intervals.set(key, [...(this.intervals.get(key) ?? []), { opened: hour, closed: null }]);
    }
    this.open = now;
  }

  private findingsOf(image: string, { held, named, dated }: Held) {
    return held.flatMap((one) => {
      const known = this.known[one];
      const name = known === 'renamed' ? `${one}-lib` : one;
      if (named.includes(one)) return [{ key: `${image} ${one} | 1`, isCatalogs: false }];
      const cycle = known === undefined ? '1.0' : '1';
      if (dated.includes(one)) return [{ key: `${image} ${name} | ${cycle}`, isCatalogs: false }];
      return known === 'ended' ? [{ key: `${image} ${name} | 1`, isCatalogs: true }] : [];
    });
  }

  /** Lists the findings, and those that only the catalog has. */
  current() {
    const all = [...this.images].flatMap(([image, held]) => this.findingsOf(image, held));
    const catalogs = all.filter(({ isCatalogs }) => isCatalogs);
    const keysOf = (some: typeof all) => some.map(({ key }) => key).sort();
    return { all: keysOf(all), catalogs: keysOf(catalogs) };
  }

  isKnown(image: string, one: string): boolean {
    const { named = [], dated = [] } = this.images.get(image) ?? {};
    return this.known[one] !== undefined || named.includes(one) || dated.includes(one);
  }
}

function heldIn({ held, named, dated }: Held): Held {
  const ofScanner = named.filter((one) => held.includes(one));
  const ofDocument = dated.filter((one) => held.includes(one) && !ofScanner.includes(one));
  return { held, named: ofScanner, dated: ofDocument };
}

const purlOf = (product: string) => `pkg:generic/${product}@1.0`;

async function take(organizationId: OrganizationId, step: Step): Promise<void> {
  if (step.kind === 'catalog') {
    const products = Object.entries(step.known).map(([name, known]) =>
      importedProduct({
        ...{ slug: name, name: known === 'renamed' ? `${name}-lib` : name },
        purls: [`pkg:generic/${name}`],
        cycles: [{ name: '1', ...(known === 'ended' && { supportedUntil: '2026-01-01' }) }],
      }),
    );
    await withCatalog(deps, products);
    await rematchOrganization(deps, organizationId);
    return;
  }
  await scanHeld(organizationId, step.image, heldIn(step));
}

async function scanHeld(
  organizationId: OrganizationId,
  image: string,
  { held, named, dated }: Held,
): Promise<void> {
  await scanImage(deps, organizationId, {
    image,
    software: named.map((product) => ({
      ...{ product, cycle: '1', type: 'binary', packages: [purlOf(product)] },
    })),
    carrying: Object.fromEntries(dated.map((one) => [purlOf(one), '2028-01-31'])),
    packages: held.filter((one) => !named.includes(one) && !dated.includes(one)).map(purlOf),
  });
}

async function storedIntervals(organizationId: OrganizationId, startMs: number) {
  const rows = await deps.db.query<{ key: string; opened: Date; closed: Date | null }>(
    `SELECT concat_ws(' ', t.name, c.product_name, '|', c.cycle) AS key, i.opened_at AS opened, i.closed_at AS closed
       FROM finding_interval i
       JOIN finding f ON f.organization_id = $1 AND f.id = i.finding_id
       JOIN image_tag t ON t.organization_id = $1 AND t.id = f.image_tag_id
       JOIN software s ON s.organization_id = $1 AND s.id = i.software_id
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
      WHERE i.organization_id = $1
      UNION ALL
     SELECT concat_ws(' ', t.name, 'nothing'), i.opened_at, i.closed_at
       FROM clean_interval i
       JOIN image_tag t ON t.organization_id = $1 AND t.id = i.image_tag_id
      WHERE i.organization_id = $1
      ORDER BY 1, 2`,
    [organizationId],
  );
  const hourOf = (at: Date) => (at.getTime() - startMs) / HOUR_MS;
  return Map.groupBy(
    rows.map(({ key, opened, closed }) => ({
      key,
      interval: { opened: hourOf(opened), closed: closed && hourOf(closed) },
    })),
    ({ key }) => key,
  );
}

/** Each finding with its packages, in whatever order these are. */
function storedFindings(organizationId: OrganizationId) {
  const sorted = (column: string) =>
    `ARRAY(SELECT one.id FROM unnest(f.${column}) AS one(id) ORDER BY 1)`;
  return deps.db.query(
    `SELECT f.id, f.is_open, ${sorted('component_ids')} AS said, ${sorted('catalog_component_ids')} AS found
       FROM finding f WHERE f.organization_id = $1 AND f.is_open ORDER BY 1`,
    [organizationId],
  );
}

test('findings and their history are what the obvious model says, over any scans and catalogs', async () => {
  const steps = fc.array(fc.oneof(scan, change), { minLength: 2, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await withCatalog(deps, []);
      const organizationId = await makeOrganization(deps);
      const model = new Model();
      const startMs = deps.clock.now().getTime();
      for (const [hour, step] of sequence.entries()) {
        await take(organizationId, step);
        model.take(step, hour);
        deps.clock.advance(HOUR_MS);
      }
      const stored = await storedIntervals(organizationId, startMs);
      expect(
        new Map([...stored].map(([key, rows]) => [key, rows.map(({ interval }) => interval)])),
      ).toEqual(new Map([...model.intervals].sort()));

      const { all, catalogs } = model.current();
      const { image } = callAs(deps, organizationId);
      const { items } = await image.list({ page: 1, size: 10 });
      const listed = await Promise.all(
        items.map(async ({ id, name }) => {
          const findings = await image.findings({ imageTagId: id });
          const { coverage } = await image.get({ imageTagId: id });
          const { held = [] } = model.images.get(name) ?? {};
          const matched = held.filter((one) => model.isKnown(name, one)).length;
          expect(coverage).toMatchObject({ matched, unknown: held.length - matched, pending: 0 });
          return findings.map(({ productName, releaseCycle, foundBy }) => {
            const key = `${name} ${productName} | ${releaseCycle}`;
            expect(foundBy).toBe(catalogs.includes(key) ? 'catalog' : 'scanner');
            return key;
          });
        }),
      );
      expect(listed.flat().sort()).toEqual(all);
      const heldAs = (key: string) => `shop ${key} | binary`;
      expect(await heldSoftware(deps, organizationId)).toEqual({
        all: all.map(heldAs),
        catalogs: catalogs.map(heldAs),
      });

      // The same uploads again find nothing else than that.
      const before = await storedFindings(organizationId);
      for (const [name, held] of model.images) await scanHeld(organizationId, name, held);
      expect(await storedFindings(organizationId)).toEqual(before);
    }),
    { numRuns: 20 },
  );
}, 120_000);
