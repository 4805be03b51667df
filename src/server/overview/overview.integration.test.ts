import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt } from '@/test/explained';
import { scanImage } from '@/test/factories';
import { softwareStates } from './service';

let deps: TestDeps;
let organization: OrganizationId;

const go = { product: 'Go', cycle: '1.24', eol: '2027-08-11' };
const node = { product: 'Node.js', cycle: '20', eol: '2026-04-30' };
const redis = { product: 'Redis', cycle: '7.2', eol: '2026-11-01' };
const django = { product: 'Django', cycle: '4.2', eol: '2026-11-21' };
const rails = { product: 'Rails', cycle: '7.1', eol: '2027-01-10' };
const lasting = { product: 'Debian', cycle: '13', eol: '2030-06-30' };
const undated = { product: 'Old', cycle: '1', ended: true };
const unknown = { product: 'Express', cycle: '4' };

const monthly = { period: 'MONTHLY', months: 6, by: 'state' } as const;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  organization = await makeOrganization(deps);
  deps.clock.set('2026-09-01T12:00:00Z');
  await scanImage(deps, organization, { image: 'a', software: [node, redis, go, unknown] });
  await scanImage(deps, organization, { image: 'b', software: [node, lasting] });
  await scanImage(deps, organization, { project: 'gone', software: [rails] });
  deps.clock.set('2026-11-20T12:00:00Z');
  await scanImage(deps, organization, { image: 'b', software: [node, redis, django, undated] });
  await scanImage(deps, organization, { image: 'c', software: [node, rails] });
  await scanImage(deps, organization, { project: 'gone', software: [] });
  const other = await makeOrganization(deps, 'Other');
  await scanImage(deps, other, { software: [node, redis, django, lasting, undated, unknown] });
  deps.clock.set('2026-11-21T12:00:00Z');
});
afterAll(() => deps.db.close());

describe('states', () => {
  test('today are those that the lists count, and those of a month ago as of that day', async () => {
    const caller = callAs(deps, organization);
    const { today, since, now, then } = await caller.overview.states();
    expect({ today, since }).toEqual({ today: '2026-11-21', since: '2026-10-21' });
    expect(now).toEqual({ ended: 4, soon: 1, next: 1, later: 0, unknown: 1 });
    expect(then).toEqual({ ended: 1, soon: 2, next: 1, later: 1, unknown: 1 });
    const { eol, pkgTypes } = await caller.analytics.eolOverview();
    expect(eol.map(({ value }) => value)).toEqual([
      now.ended,
      now.soon,
      now.soon + now.next,
      now.later,
    ]);
    const all = Object.values(now).reduce((sum, count) => sum + count, 0);
    expect(pkgTypes).toEqual([{ name: 'deb', value: all }]);
  });

  test('a month ago are found without the times that had ended before', async () => {
    const own = await makeOrganization(deps, 'Old');
    deps.clock.set('2024-01-01T12:00:00Z');
    await scanImage(deps, own, { image: 'a', software: [node] });
    await scanImage(deps, own, { image: 'b', software: [redis] });
    await scanImage(deps, own, { image: 'b', software: [] });
    await deps.db.query(
      `INSERT INTO finding_interval SELECT (jsonb_populate_record(v, jsonb_build_object(
          'id', gen_random_uuid(), 'opened_at', v.opened_at - n * interval '2 hours',
          'closed_at', v.opened_at - n * interval '1 hour'))).*
         FROM finding_interval v, generate_series(1, 2000) n WHERE v.organization_id = $1`,
      [own],
    );
    deps.clock.set('2026-11-21T12:00:00Z');
    const most = await mostLookedAt(deps, async (watched) => {
      expect(await softwareStates(watched, own)).toMatchObject({
        now: { ended: 1, soon: 0 },
        then: { ended: 1, soon: 0 },
      });
    });
    expect(most).toBeLessThan(100);
  });

  test('of an organization without images', async () => {
    const none = { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 };
    const empty = callAs(deps, await makeOrganization(deps));
    expect(await empty.overview.states()).toMatchObject({ now: none, then: none });
  });
});

describe('what to move', () => {
  interface Group {
    readonly images: number;
    readonly software: readonly { productName: string; cycle: string; artifactType: string }[];
  }
  const names = (groups: readonly Group[]) =>
    groups.map(({ software, images }) => `${software[0]?.productName ?? ''} ${String(images)}`);
  const parts = ({ software }: Group) =>
    software.map(({ cycle, artifactType }) => `${cycle} ${artifactType}`);

  test('names what ended within a month, what ends next and what most images hold', async () => {
    const { ended, next, lines } = await callAs(deps, organization).overview.toMove();
    expect(names(ended)).toEqual(['Django 1', 'Redis 2']);
    expect(names(next)).toEqual(['Rails 1', 'Go 1']);
    expect(names(lines)).toEqual(['Node.js 3', 'Redis 2', 'Old 1', 'Django 1', 'Rails 1']);
    expect(lines[2]?.software).toMatchObject([
      { productName: 'Old', eolDateKnown: false, evidence: 'catalog' },
    ]);
  });

  test('has the cycles and types of a product as one line, and each image once', async () => {
    const own = await makeOrganization(deps);
    const openssl = (cycle: string, type: string, eol: string) => ({
      ...{ product: 'OpenSSL', cycle, type, eol },
    });
    const [one, three, binary] = [
      openssl('1.1', 'deb', '2026-11-10'),
      openssl('3.0', 'deb', '2026-09-07'),
      openssl('1.1', 'binary', '2026-11-10'),
    ];
    await scanImage(deps, own, { image: 'a', software: [one, three, binary] });
    await scanImage(deps, own, { image: 'b', software: [one, node] });
    await scanImage(deps, own, { project: 'other', image: 'c', software: [three, node] });
    const { overview, project, image } = callAs(deps, own);
    const { ended, lines } = await overview.toMove();
    expect(names(lines)).toEqual(['OpenSSL 3', 'Node.js 2']);
    expect(lines[0] && parts(lines[0]).toSorted()).toEqual(['1.1 binary', '1.1 deb', '3.0 deb']);
    expect(names(ended)).toEqual(['OpenSSL 2']);
    const { items } = await project.listForDashboard({ search: 'other' });
    const projectId = items[0]?.id ?? '';
    expect(names((await overview.toMove({ projectId })).lines)).toEqual(['Node.js 1', 'OpenSSL 1']);
    expect((await overview.states({ projectId })).now).toMatchObject({ ended: 2 });
    // Each number is the length of the list that it opens.
    for (const scope of [{}, { projectId }]) {
      for (const { software, images } of (await overview.toMove(scope)).lines) {
        const softwareIds = software.map(({ id }) => id);
        const { total } = await image.listForDashboard({ ...scope, softwareIds });
        expect(total).toBe(images);
      }
    }
  });

  test('counts what images with a label hold, as the lists behind the numbers do', async () => {
    const own = await makeOrganization(deps);
    const labels = { team: 'payments' };
    await scanImage(deps, own, { image: 'a', software: [node, redis, go], labels });
    await scanImage(deps, own, { image: 'b', software: [node, lasting] });
    const { overview, software, image, analytics, finding } = callAs(deps, own);
    const label = { key: 'team', operator: 'IN', value: 'payments, shop' } as const;
    const { now } = await overview.states({ label });
    expect(now).toEqual({ ended: 2, soon: 0, next: 1, later: 0, unknown: 0 });
    expect((await software.listForDashboard({ label })).states).toEqual(now);
    const { lines, next } = await overview.toMove({ label });
    expect([names(lines), names(next)]).toEqual([['Node.js 1', 'Redis 1'], ['Go 1']]);
    const softwareIds = lines[0]?.software.map(({ id }) => id) ?? [];
    expect(await image.listForDashboard({ label, softwareIds })).toMatchObject({ total: 1 });
    const trend = await analytics.trend({ ...monthly, label });
    expect(trend.series.map(({ values }) => values[trend.now])).toEqual([2, 0, 1, 0, 0]);
    const asked = { label: 'team', label_value: 'payments, shop' } as const;
    expect((await finding.list(asked)).states).toEqual(now);

    const others = { ...label, operator: 'NOT_IN' } as const;
    expect((await overview.states({ label: others })).now).toMatchObject({ ended: 1, later: 1 });
    expect(await finding.list({ ...asked, label_is: 'not-in' })).toMatchObject({ total: 2 });
    expect(await software.listForDashboard({ label: others })).toMatchObject({ total: 2 });
  });

  test('says to which cycle, as far as the catalog knows', async () => {
    await withCatalog(deps, [
      importedProduct({
        name: 'Node.js',
        cycles: [
          { name: '26', releasedOn: '2026-04-20', supportedUntil: '2029-04-30' },
          { name: '24', releasedOn: '2025-05-06', supportedUntil: '2028-04-30' },
          { name: '20', releasedOn: '2023-04-18', supportedUntil: '2026-04-30' },
        ],
      }),
      importedProduct({ name: 'Redis', cycles: [{ name: '7.2', supportedUntil: '2026-11-01' }] }),
    ]);
    await deps.catalog.refresh();
    const { lines } = await callAs(deps, organization).overview.toMove();
    expect(lines.slice(0, 3).map(({ software }) => software[0])).toMatchObject([
      { productName: 'Node.js', advice: { target: { label: '26', endsOn: '2029-04-30' } } },
      { productName: 'Redis', advice: { target: null, reason: 'all_ended' } },
      { productName: 'Old', advice: null },
    ]);
  });

  test('is bounded', async () => {
    const big = await makeOrganization(deps);
    const software = Array.from({ length: 30 }, (_, index) => ({
      product: `Product ${String(index)}`,
      eol: index < 15 ? '2026-11-10' : '2026-12-10',
    }));
    await scanImage(deps, big, { software });
    const { ended, next, lines } = await callAs(deps, big).overview.toMove();
    expect([ended.length, next.length, lines.length]).toEqual([5, 5, 8]);
  });
});

test('scanners and nobody see nothing of it', async () => {
  const scanner = callAs(deps, organization, 'scanner');
  await expect(scanner.overview.states()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(scanner.overview.toMove()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
