import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanEventPayloadV2 } from '@/domain/scan/payload';
import { toScanUpload } from '@/domain/scan/upload';
import type { Actor } from '@/server/platform/auth/principal';
import { listProjectSoftware } from '@/server/finding/service/findings';
import { listImages } from '@/server/image/service';
import { deleteProject } from '@/server/project/service';
import { listSoftware } from '@/server/software/service/found';
import { makeActor, makeOrganization } from '@/test/accounts';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { heldSoftware } from '@/test/stored';
import { acceptScan } from './service/upload';

const HOUR_MS = 3_600_000;
const PAGE = { page: 1, size: 100 };

const PRODUCTS = ['A', 'B', 'C'];
const CYCLES = ['1', '2'];

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
  const cycles = CYCLES.map((name) => ({ name, supportedUntil: '2026-01-01' }));
  const products = PRODUCTS.map((name) =>
    importedProduct({ name, purls: [`pkg:generic/${name.toLowerCase()}`], cycles }),
  );
  await withCatalog(deps, products);
});
afterAll(() => deps.db.close());

/** Software as `product | cycle | type`. */
const software = fc
  .tuple(fc.constantFrom(...PRODUCTS), fc.constantFrom(...CYCLES), fc.constantFrom('deb', 'npm'))
  .map((parts) => parts.join(' | '));
const project = fc.constantFrom('p', 'q');
const scan = fc.record({
  kind: fc.constant('scan' as const),
  project,
  image: fc.constantFrom('x', 'y'),
  /** By the scanner. */
  found: fc.array(software, { maxLength: 6 }),
  /** Found by the catalog, among the rest that the scan lists. */
  matched: fc.array(software, { maxLength: 3 }),
});
const deletion = fc.record({ kind: fc.constant('delete' as const), project });
type Scan = typeof scan extends fc.Arbitrary<infer Value> ? Value : never;

/** `[opened, closed)` in hours since the start; closed is null while open. */
interface Interval {
  readonly opened: number;
  closed: number | null;
}

/** The obvious meaning of a history: for each project, image and software the times at which it was present. */
class Model {
  readonly intervals = new Map<string, Interval[]>();
  private readonly scanners = new Set<string>();
  private readonly now = new Map<string, Map<string, Set<string>>>();

  scan({ project: name, image, found, matched }: Scan, hour: number): void {
    const images = this.now.get(name) ?? new Map<string, Set<string>>();
    const before = images.get(image) ?? new Set<string>();
    const after = new Set([...found, ...matched]);
    if (after.size === 0) after.add('nothing');
    for (const item of before) if (!after.has(item)) this.close(`${name} ${image} ${item}`, hour);
    for (const item of after) if (!before.has(item)) this.open(`${name} ${image} ${item}`, hour);
    this.now.set(name, images.set(image, after));
    for (const item of after) this.scanners.delete(`${name} ${image} ${item}`);
    for (const item of found) this.scanners.add(`${name} ${image} ${item}`);
  }

  delete(name: string, hour: number): void {
    for (const [image, items] of this.now.get(name) ?? [])
      for (const item of items) this.close(`${name} ${image} ${item}`, hour);
    this.now.delete(name);
  }

  projects(): string[] {
    return [...this.now.keys()];
  }

  /** Lists the software that is present now, by project and image. */
  current(): string[] {
    return [...this.now].flatMap(([name, images]) =>
      [...images].flatMap(([image, items]) =>
        [...items].filter((item) => item !== 'nothing').map((item) => `${name} ${image} ${item}`),
      ),
    );
  }

  /** Lists the part of it that no scanner found in the latest scan. */
  catalogs(): string[] {
    return this.current().filter((key) => !this.scanners.has(key));
  }

  private open(key: string, hour: number): void {
    this.intervals.set(key, [...(this.intervals.get(key) ?? []), { opened: hour, closed: null }]);
  }

  private close(key: string, hour: number): void {
    const last = this.intervals.get(key)?.at(-1);
    if (last) last.closed = hour;
  }
}

function uploadOf({ project: name, image, found, matched }: Scan) {
  return toScanUpload(
    scanEventPayloadV2.parse({
      AppConfig: { 'project-name': name },
      EventSource: { Type: 'ImageScheme', ImageName: `${image}:1`, ImageDigest: '' },
      Context: null,
      Matches: found.map((item) => {
        const [product = '', cycle = '', type = ''] = item.split(' | ');
        const dates = { LatestRelease: null, LatestReleaseDate: null, ReleaseDate: null };
        return {
          Cycle: { ProductName: product, ReleaseCycle: cycle, Eol: '2026-01-01', ...dates },
          Package: { Name: product, Version: `${cycle}.0`, Type: type },
        };
      }),
      Packages: matched.map((item) => {
        const [product = '', cycle = '', type = ''] = item.split(' | ');
        const named = { Name: product, Version: `${cycle}.1`, Type: type };
        return { ...named, PURL: `pkg:generic/${product.toLowerCase()}@${cycle}.1` };
      }),
    }),
    'v2',
  );
}

function accept(actor: Actor, given: Scan) {
  const body = { sha256: Buffer.alloc(32), sbom: null, idempotencyKey: null, path: '/v2/scan' };
  return acceptScan(deps, actor, uploadOf(given), body);
}

async function storedIntervals({ organizationId }: Actor, startMs: number) {
  const rows = await deps.db.query<{ key: string; opened: Date; closed: Date | null }>(
    `SELECT concat_ws(' ', p.name, t.name, concat_ws(' | ', c.product_name, c.cycle, s.artifact_type)) AS key,
            i.opened_at AS opened, i.closed_at AS closed
       FROM finding_interval i
       JOIN finding f ON f.organization_id = $1 AND f.id = i.finding_id
       JOIN image_tag t ON t.organization_id = $1 AND t.id = f.image_tag_id
       JOIN project p ON p.organization_id = $1 AND p.id = t.project_id
       JOIN software s ON s.organization_id = $1 AND s.id = i.software_id
       JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
      WHERE i.organization_id = $1
      UNION ALL
     SELECT concat_ws(' ', p.name, t.name, 'nothing'), i.opened_at, i.closed_at
       FROM clean_interval i
       JOIN image_tag t ON t.organization_id = $1 AND t.id = i.image_tag_id
       JOIN project p ON p.organization_id = $1 AND p.id = t.project_id
      WHERE i.organization_id = $1
      ORDER BY 1, 2`,
    [organizationId],
  );
  const stored = new Map<string, Interval[]>();
  const hourOf = (at: Date) => (at.getTime() - startMs) / HOUR_MS;
  for (const { key, opened, closed } of rows) {
    const interval = { opened: hourOf(opened), closed: closed && hourOf(closed) };
    stored.set(key, [...(stored.get(key) ?? []), interval]);
  }
  return stored;
}

/** Reads everything that the lists say, without what only the moment of a scan decides. */
async function reads({ organizationId }: Actor) {
  const images = await listImages(deps, organizationId, PAGE);
  const held = await listSoftware(deps, organizationId, PAGE);
  const projectIds = await deps.db.query<{ id: string }>(
    'SELECT id FROM project WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY name',
    [organizationId],
  );
  const findings = await Promise.all(
    projectIds.map(({ id }) => listProjectSoftware(deps, organizationId, { projectId: id })),
  );
  return { images: images.items.map(({ latestScanDate: _at, ...rest }) => rest), held, findings };
}

const newTenant = async () => makeActor(deps, await makeOrganization(deps));

test('history is what the obvious model says, over any sequence of scans and deletions', async () => {
  const steps = fc.array(
    fc.oneof({ weight: 5, arbitrary: scan }, { weight: 1, arbitrary: deletion }),
    {
      minLength: 1,
      maxLength: 14,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const actor = await newTenant();
      const model = new Model();
      const startMs = deps.clock.now().getTime();
      for (const [hour, step] of sequence.entries()) {
        if (step.kind === 'scan') {
          await accept(actor, step);
          model.scan(step, hour);
        } else {
          const [row] = await deps.db.query<{ id: string }>(
            'SELECT id FROM project WHERE organization_id = $1 AND name = $2 AND deleted_at IS NULL',
            [actor.organizationId, step.project],
          );
          if (row) await deleteProject(deps, actor, row.id);
          model.delete(step.project, hour);
        }
        deps.clock.advance(HOUR_MS);
      }
      const { images, held, findings } = await reads(actor);
      expect(await storedIntervals(actor, startMs)).toEqual(new Map([...model.intervals].sort()));
      const listed = findings
        .flat()
        .map(({ imageName, productName, releaseCycle, artifactType }) =>
          [imageName, [productName, releaseCycle, artifactType].join(' | ')].join(' '),
        );
      const current = model.current();
      expect(listed.sort()).toEqual(current.map((key) => key.slice(key.indexOf(' ') + 1)).sort());
      expect(await heldSoftware(deps, actor.organizationId)).toEqual({
        all: current.sort(),
        catalogs: model.catalogs().sort(),
      });
      const kinds = new Set(current.map((key) => key.split(' ').slice(2).join(' ')));
      expect(held.total).toBe(kinds.size);
      expect(new Set(images.map(({ projectName }) => projectName))).toEqual(
        new Set(model.projects()),
      );
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('any scan uploaded twice gives the same reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { minLength: 1, maxLength: 3 }), async (scans) => {
      const actor = await newTenant();
      for (const given of scans) await accept(actor, given);
      const once = await reads(actor);
      const last = scans.at(-1);
      const repeated = last ? await accept(actor, last) : null;
      expect(await reads(actor)).toEqual(once);
      expect(repeated?.matches).toBe(last?.found.length);
    }),
    { numRuns: 25 },
  );
}, 60_000);
