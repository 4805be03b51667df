import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs, callAsOperator } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;
let ours: OrganizationId;
let theirs: OrganizationId;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
  await withCatalog(deps, [
    importedProduct({
      name: 'Node.js',
      slug: 'nodejs',
      category: 'framework',
      aliases: ['node'],
      purls: ['pkg:docker/library/node'],
      cycles: [
        { name: '22', releasedOn: '2024-01-01', supportedUntil: '2027-04-30' },
        {
          name: '20',
          releasedOn: '2024-01-01',
          activeUntil: '2024-10-22',
          supportedUntil: '2026-04-30',
        },
      ],
    }),
    importedProduct({ name: 'PostgreSQL', category: 'database', cycles: [{ name: '17' }] }),
  ]);
});
beforeEach(async () => {
  [ours, theirs] = [await makeOrganization(deps), await makeOrganization(deps)];
});
afterAll(() => db.close());

const as = (id: OrganizationId, role: 'viewer' | 'admin' = 'admin') =>
  callAs(deps, id, role).catalog;
const own = (id: OrganizationId, role: 'viewer' | 'admin' = 'admin') =>
  callAs(deps, id, role).ownCatalog;
const date = { product: 'Node.js', cycle: '20', ends_on: '2029-01-01', reason: 'by contract' };
const scanNode = (id: OrganizationId, image = 'shop:1', product = 'Node.js', cycle = '20') =>
  scanImage(deps, id, { image, software: [{ product, cycle, eol: '2020-01-01' }] });
const endsOf = async (id: OrganizationId) =>
  (await callAs(deps, id).software.list({})).items.map(({ eolDate }) => eolDate);

describe('products', () => {
  it('are listed by name, with what the organization holds', async () => {
    await scanNode(ours, 'shop:1');
    await scanNode(ours, 'shop:2', 'NODE', '22');
    await scanNode(ours, 'shop:2', 'NODE', '22');
    const page = await as(ours, 'viewer').products({});
    expect(page).toMatchObject({ total: 2, page: 1, pages: 1 });
    expect(page.items).toMatchObject([
      { slug: 'nodejs', source: 'import', cycles: 2, cycles_in_use: 2, images: 2 },
      { slug: 'postgresql', cycles: 1, cycles_in_use: 0, images: 0 },
    ]);
    expect((await as(theirs).products({})).items[0]).toMatchObject({ images: 0 });
  });

  it.each([
    [{ search: 'NODE' }, ['nodejs']],
    [{ search: 'docker/library' }, ['nodejs']],
    [{ search: 'gres' }, ['postgresql']],
    [{ category: 'database' as const }, ['postgresql']],
    [{ search: '%' }, []],
    [{ size: 1, page: 2 }, ['postgresql']],
  ])('are found by %o', async (query, slugs) => {
    const { items } = await as(ours).products(query);
    expect(items.map(({ slug }) => slug)).toEqual(slugs);
  });

  it('are shown one by one', async () => {
    await scanNode(ours);
    const product = await as(ours, 'viewer').product({ slug: 'nodejs' });
    expect(product.cycles.map(({ name, images }) => [name, images])).toEqual([
      ['22', 0],
      ['20', 1],
    ]);
    expect(product.cycles[1]?.support).toEqual([
      { level: 'ACTIVE_SUPPORT', ends_on: '2024-10-22', ended: false, override: null },
      { level: 'STANDARD_SUPPORT', ends_on: '2026-04-30', ended: false, override: null },
    ]);
    await expect(as(ours).product({ slug: 'nothing' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('an organization’s own date', () => {
  it('moves what it found, also what it finds later, and nobody else’s', async () => {
    await Promise.all([scanNode(ours), scanNode(theirs)]);
    expect(await endsOf(ours)).toEqual(['2026-04-30']);
    const { id } = await as(ours).setOverride(date);
    await as(ours).setOverride({ ...date, cycle: '22', ends_on: '2031-01-01' });
    await scanNode(ours, 'later:1', 'node', '22');
    expect(await endsOf(ours)).toEqual(['2029-01-01', '2031-01-01']);
    expect(await endsOf(theirs)).toEqual(['2026-04-30']);
    expect(await as(theirs).overlays()).toEqual({ products: [], dates: [] });
    await expect(as(theirs).clearOverride({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await as(ours).clearOverride({ id });
    expect(await endsOf(ours)).toEqual(['2026-04-30', '2031-01-01']);
  });

  it('is what tools read that know endoflife.date, in its organization alone', async () => {
    const eol = async (organization: typeof ours) =>
      (await as(organization).endoflife({ file: 'nodejs.json' })).find(
        ({ cycle }) => cycle === '20',
      )?.eol;
    await as(ours).setOverride(date);
    expect([await eol(ours), await eol(theirs)]).toEqual(['2029-01-01', '2026-04-30']);
    for (const file of ['nodejs', 'no-such.json', '.json']) {
      await expect(as(ours).endoflife({ file })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('is kept with who set it and why, and leaves a trace', async () => {
    const first = await as(ours).setOverride(date);
    const second = await as(ours).setOverride({ ...date, product: 'NODE', ends_on: '2030-01-01' });
    expect(second).toMatchObject({
      id: first.id,
      product: 'Node.js',
      reason: 'by contract',
      set_by: 'CI',
    });
    expect((await as(ours, 'viewer').overlays()).dates).toEqual([second]);
    const { items } = await callAs(deps, ours, 'admin').audit.list({ action: 'own_date' });
    expect(items).toMatchObject([
      { before: first, after: second },
      { before: null, after: first },
    ]);
    const { cycles } = await as(ours).product({ slug: 'nodejs' });
    expect(cycles[1]?.support[1]).toMatchObject({
      ends_on: '2030-01-01',
      override: { catalog_ends_on: '2026-04-30', set_on: '2026-11-21' },
    });
  });

  it('may be set for what only scanners know, not for what nobody knows', async () => {
    const product = 'In-house thing';
    await expect(as(ours).setOverride({ ...date, product })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await scanNode(ours, 'thing:1', product, '1');
    await as(ours).setOverride({ ...date, product, cycle: '1' });
    expect(await endsOf(ours)).toEqual(['2029-01-01']);
  });

  it('is refused for a cycle that neither the catalog nor any scan has', async () => {
    await expect(as(ours).setOverride({ ...date, cycle: '99' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Node.js has no release cycle 99 in the catalog, and no scan has found one',
    });
    expect((await as(ours).overlays()).dates).toEqual([]);
    // A cycle that another organization's scanner found is none of ours.
    await scanNode(theirs, 'new:1', 'node', '99');
    await expect(as(ours).setOverride({ ...date, cycle: '99' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await scanNode(ours, 'new:1', 'node', '99');
    await as(ours).setOverride({ ...date, cycle: '99' });
    expect(await endsOf(ours)).toEqual(['2029-01-01']);
  });

  it('stays when its cycle leaves the catalog, for what scanners say, and can be cleared', async () => {
    await scanNode(ours);
    const { id } = await as(ours).setOverride(date);
    const [node, ...others] = deps.catalog.current().products;
    if (!node) throw new Error('no product');
    const without = { ...node, cycles: node.cycles.filter(({ name }) => name !== date.cycle) };
    await withCatalog(deps, [without, ...others]);
    expect(await endsOf(ours)).toEqual(['2029-01-01']);
    expect((await as(ours).overlays()).dates).toMatchObject([{ id, in_catalog: false }]);
    const page = await as(ours, 'admin').page({ slug: node.slug });
    expect(page.own?.dates).toMatchObject([{ id, cycle: date.cycle, in_catalog: false }]);
    await as(ours).clearOverride({ id });
    expect((await as(ours).overlays()).dates).toEqual([]);
    await withCatalog(deps, [node, ...others]);
  });

  it('survives an import', async () => {
    await scanNode(ours);
    await as(ours).setOverride(date);
    await withCatalog(deps, [...deps.catalog.current().products, importedProduct({ name: 'New' })]);
    expect(await endsOf(ours)).toEqual(['2029-01-01']);
  });
});

describe('an organization’s own product', () => {
  const product = {
    slug: 'billing',
    name: 'ACME Billing',
    category: 'service' as const,
    cycles: [{ name: '3', supportedUntil: '2027-03-03' }],
  };

  it('gives its cycles their dates, for the organization alone', async () => {
    for (const id of [ours, theirs]) await scanNode(id, 'billing:1', 'acme billing', '3');
    const saved = await own(ours).save({ body: { product, reason: 'ours' } });
    expect(await endsOf(ours)).toEqual(['2027-03-03']);
    expect(await endsOf(theirs)).toEqual(['2020-01-01']);
    expect((await as(ours).products({ search: 'billing' })).items).toMatchObject([
      { slug: 'billing', source: 'organization', images: 1 },
    ]);
    expect((await as(theirs).products({ search: 'billing' })).items).toEqual([]);
    const cycles = [{ name: '3', supportedUntil: true as const }];
    const changed = await own(ours).save({
      body: { product: { ...product, cycles }, reason: 'x' },
    });
    expect(changed.id).toBe(saved.id);
    expect(await endsOf(ours)).toEqual(['2020-01-01']);
    await expect(own(theirs).delete({ id: saved.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await own(ours).delete({ id: saved.id });
    expect(await as(ours).overlays()).toEqual({ products: [], dates: [] });
    const { items } = await callAs(deps, ours, 'admin').audit.list({ action: 'own_product' });
    expect(items.map(({ action }) => action)).toEqual([
      'own_product.delete',
      'own_product.save',
      'own_product.save',
    ]);
  });

  it('may not go by a name of another own product', async () => {
    await own(ours).save({ body: { product, reason: 'ours' } });
    const other = { ...product, slug: 'other', name: 'Other', aliases: ['ACME BILLING'] };
    await expect(own(ours).save({ body: { product: other, reason: 'x' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('leaves room in memory for those of others', async () => {
    const references = Array.from({ length: 200 }, (_, at) => ({
      ...{ type: 'WEB' as const, url: `https://acme.example/${String(at)}/${'x'.repeat(2_000)}` },
    }));
    const save = (at: number) => {
      const named = { slug: `long-${String(at)}`, name: `Long ${String(at)}`, references };
      return own(ours).save({ body: { product: { ...product, ...named }, reason: 'ours' } });
    };
    for (let at = 0; at < 10; at += 1) await save(at);
    await expect(save(10)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: /4194304 characters/,
    });
    // One that is there already may be changed.
    await save(9);
  });

  it('that came to more before there was a bound may be corrected, and not grow', async () => {
    const save = (name: string) =>
      own(ours).save({ body: { product: { ...product, name }, reason: 'ours' } });
    await save('Acme billing');
    await db.query(
      `INSERT INTO own_product (organization_id, id, slug, name, name_keys, document, reason, set_by, set_at)
       SELECT organization_id, gen_random_uuid(), 'long-' || n, 'Long ' || n, ARRAY['long ' || n],
         document || jsonb_build_object('slug', 'long-' || n, 'name', 'Long ' || n, 'aliases', '[]'::jsonb,
           'references', (SELECT jsonb_agg(jsonb_build_object('type', 'WEB', 'url',
             'https://acme.example/' || m || '/' || repeat('x', 2000))) FROM generate_series(1, 200) m)),
         reason, set_by, set_at
       FROM own_product, generate_series(1, 12) n WHERE organization_id = $1`,
      [ours],
    );
    await save('Acme Billing');
    await expect(save('Acme Billing, longer than before')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: /4194304 characters/,
    });
  });
});

describe('the status', () => {
  it('says that updates fail and since when, and to operators alone why and who asked for them', async () => {
    const updated = { ...deps, env: { ...deps.env, catalogUrl: 'https://catalog.example.com' } };
    await withCatalog(deps, deps.catalog.current().products);
    const status = (role: 'admin' | 'viewer') => callAs(updated, ours, role).catalog.status();
    expect((await status('admin')).failing_since).toBeNull();
    const now = deps.clock.now();
    onTestFinished(() => deps.clock.set(now));
    deps.clock.set('2026-11-22T02:00:00Z');
    for (const at of ['2026-11-22T00:00:00.000Z', '2026-11-22T01:00:00.000Z']) {
      await db.query(
        `INSERT INTO catalog_revision (id, source, trigger, actor_name, started_at, finished_at, outcome, detail)
         VALUES (gen_random_uuid(), 'x', 'request', 'Zelda of another tenant', $1, $1, 'failed',
                 '{"message": "the proxy of Zelda"}')`,
        [new Date(at)],
      );
    }
    for (const role of ['admin', 'viewer'] as const) {
      const shown = await status(role);
      expect(shown).toMatchObject({
        failing_since: '2026-11-22T00:00:00.000Z',
        last: { outcome: 'failed' },
      });
      expect(JSON.stringify(shown)).not.toContain('Zelda');
    }
    const { operator } = await callAsOperator(deps);
    const named = { message: 'the proxy of Zelda', actor_name: 'Zelda of another tenant' };
    expect((await operator.catalogStatus()).last).toMatchObject(named);
    const { items, total } = await operator.catalogUpdates({ size: 1 });
    expect(items).toMatchObject([{ outcome: 'failed', ...named }]);
    expect(total).toBeGreaterThan(1);
  });

  it('cannot be updated without an address', async () => {
    const { operator } = await callAsOperator(deps);
    await expect(operator.updateCatalog()).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

it('lists changed dates, newest first', async () => {
  const named = (until: string) =>
    importedProduct({ name: 'Moving', cycles: [{ name: '1', supportedUntil: until }] });
  const others = deps.catalog.current().products;
  for (const until of ['2026-01-01', '2027-01-01', '2028-01-01']) {
    deps.clock.advance(1_000);
    await withCatalog(deps, [...others, named(until)]);
  }
  const { items, total } = await as(ours, 'viewer').dateChanges({ product: 'moving' });
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { cycle: '1', level: 'STANDARD_SUPPORT', old_ends_on: '2027-01-01', new_ends_on: '2028-01-01' },
    { old_ends_on: '2026-01-01', new_ends_on: '2027-01-01' },
  ]);
  expect((await as(ours).dateChanges({ product: 'postgresql' })).total).toBe(0);
});

it('lists what was removed from the catalog, and what came back to it', async () => {
  const named = (...cycles: string[]) =>
    importedProduct({
      name: 'Leaving',
      cycles: cycles.map((name) => ({ name, supportedUntil: '2027-01-01' })),
    });
  const others = deps.catalog.current().products;
  const steps = [[named('2', '1')], [named('2')], [], [named('2', '1')], [named('3', '2', '1')]];
  for (const products of steps) {
    deps.clock.advance(1_000);
    await withCatalog(deps, [...others, ...products]);
  }
  const { items } = await as(ours, 'viewer').dateChanges({ product: 'leaving' });
  const brief = items.map((one) => [one.kind, one.cycle, one.old_ends_on, one.new_ends_on]);
  expect(brief.slice(2)).toEqual([
    ['removed', '2', '2027-01-01', null],
    ['removed', '1', '2027-01-01', null],
  ]);
  // Not cycle 3, which was never there before.
  expect(brief.slice(0, 2).sort()).toEqual([
    ['returned', '1', null, '2027-01-01'],
    ['returned', '2', null, '2027-01-01'],
  ]);
});

it('may be changed by admins alone', async () => {
  const viewer = as(ours, 'viewer');
  const refused = [
    viewer.setOverride(date),
    viewer.clearOverride({ id: ours }),
    own(ours, 'viewer').delete({ id: ours }),
  ];
  for (const call of refused) await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
