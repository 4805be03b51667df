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
  /** Packages that the image holds, and those of them that the scanner names. */
  held: some,
  named: some,
});
const change = fc.record({ kind: fc.constant('catalog' as const), known: some });
type Step = typeof scan | typeof change extends fc.Arbitrary<infer Value> ? Value : never;

interface Held {
  readonly held: readonly string[];
  readonly named: readonly string[];
}

/** The obvious meaning: an image has what the scanner named, and the catalog's matches among what it holds. */
class Model {
  readonly intervals = new Map<string, { opened: number; closed: number | null }[]>();
  readonly images = new Map<string, Held>();
  known: readonly string[] = [];
  private open = new Set<string>();

  take(step: Step, hour: number): void {
    if (step.kind === 'catalog') this.known = step.known;
    else this.images.set(step.image, { held: step.held, named: namedOf(step) });
    const now = new Set([...this.images].flatMap(([image, held]) => this.findingsOf(image, held)));
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

  private findingsOf(image: string, { held, named }: Held): string[] {
    const found = held.filter((one) => named.includes(one) || this.known.includes(one));
    return found.length === 0 ? [`${image} nothing`] : found.map((one) => `${image} ${one}`);
  }

  /** Lists the findings that no scanner named. */
  catalogs(): string[] {
    return this.current().filter((key) => {
      const [image = '', product = ''] = key.split(' ');
      return this.images.get(image)?.named.includes(product) === false;
    });
  }

  current(): string[] {
    return [...this.open].filter((key) => !key.endsWith(' nothing')).sort();
  }
}

const namedOf = ({ held, named }: Held) => named.filter((one) => held.includes(one));
const purlOf = (product: string) => `pkg:generic/${product}@1.0`;

async function take(organizationId: OrganizationId, step: Step): Promise<void> {
  if (step.kind === 'catalog') {
    const products = step.known.map((name) =>
      importedProduct({
        name,
        purls: [`pkg:generic/${name}`],
        cycles: [{ name: '1', supportedUntil: '2026-01-01' }],
      }),
    );
    await withCatalog(deps, products);
    await rematchOrganization(deps, organizationId);
    return;
  }
  const named = namedOf(step);
  await scanImage(deps, organizationId, {
    image: step.image,
    software: named.map((product) => ({
      ...{ product, cycle: '1', type: 'binary', packages: [purlOf(product)] },
    })),
    packages: step.held.filter((one) => !named.includes(one)).map(purlOf),
  });
}

async function storedIntervals(organizationId: OrganizationId, startMs: number) {
  const rows = await deps.db.query<{ key: string; opened: Date; closed: Date | null }>(
    `SELECT concat_ws(' ', t.name, c.product_name) AS key, i.opened_at AS opened, i.closed_at AS closed
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

      const { image } = callAs(deps, organizationId);
      const { items } = await image.list({ page: 1, size: 10 });
      const listed = await Promise.all(
        items.map(async ({ id, name }) => {
          const findings = await image.findings({ imageTagId: id });
          const { coverage } = await image.get({ imageTagId: id });
          const { held = [], named = [] } = model.images.get(name) ?? {};
          const isKnown = (one: string) => model.known.includes(one) || named.includes(one);
          const matched = held.filter(isKnown).length;
          expect(coverage).toMatchObject({ matched, unknown: held.length - matched, pending: 0 });
          for (const { productName, foundBy } of findings)
            expect(foundBy).toBe(named.includes(productName) ? 'scanner' : 'catalog');
          return findings.map(({ productName }) => `${name} ${productName}`);
        }),
      );
      expect(listed.flat().sort()).toEqual(model.current());
      const heldAs = (key: string) => `shop ${key} | 1 | binary`;
      expect(await heldSoftware(deps, organizationId)).toEqual({
        all: model.current().map(heldAs),
        catalogs: model.catalogs().map(heldAs),
      });
    }),
    { numRuns: 20 },
  );
}, 120_000);
