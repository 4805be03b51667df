import { describe, expect, test } from 'vitest';
import { runningContainer, runningImage } from '@/domain/cluster/report';
import { makePerson } from '@/test/accounts';
import { recordInventory } from '@/server/cluster/service/reports';
import { callAs, callAsMember } from '@/test/callers';
import { teamTests } from '@/test/team-tests';

const { here, admin, team, scanned } = teamTests();

const ended = { product: 'Node.js', cycle: '16', eol: '2023-09-11' };
const soon = { product: 'Redis', cycle: '6.2', eol: '2026-12-20' };
const FIRST = { page: 1, size: 10 } as const;

/** Two projects: `shop` of a team that Ada is in, and `bank` that nobody owns; and a stranger's team. */
async function world() {
  const { deps, organization } = here();
  const [payments, web] = [await team('Payments'), await team('Web')];
  const shop = await scanned('shop', { software: [ended, soon] });
  const bank = await scanned('bank', { software: [ended] });
  await admin('PUT', `/projects/${shop}/owner`, { team_id: payments.id });
  const ada = await makePerson(deps, { organizationId: organization, role: 'viewer' });
  await admin('PUT', `/teams/${payments.id}/members/${ada.id}`);
  const reader = callAsMember(deps, organization, ada);
  return { payments, web, shop, bank, reader, key: callAs(deps, organization) };
}
type World = Awaited<ReturnType<typeof world>>;

/** What each list says under an owner: names, and the numbers of images beside them. */
async function listed(caller: World['reader'], owner: string | null) {
  const [images, projects, software, timeline, states, toMove, trend] = await Promise.all([
    caller.image.listForDashboard({ ...FIRST, owner, sort: 'name', direction: 'asc' }),
    caller.project.listForDashboard({ ...FIRST, owner, sort: 'name', direction: 'asc' }),
    caller.software.listForDashboard({ ...FIRST, owner, sort: 'images', direction: 'desc' }),
    caller.timeline.list({ owner }),
    caller.overview.states({ owner }),
    caller.overview.toMove({ owner }),
    caller.analytics.trend({ period: 'MONTHLY', months: 3, by: 'state', owner }),
  ]);
  const productNames = timeline.lines.map(({ productName }) => productName);
  const timelineImages = await caller.timeline.images({ owner, productNames });
  const held = (items: readonly { productName: string; images: number }[]) =>
    Object.fromEntries(items.map(({ productName, images: count }) => [productName, count]));
  return {
    images: images.items.map(({ name }) => name),
    projects: projects.items.map(({ name }) => name),
    software: held(software.items),
    timeline: held(timelineImages.lines),
    ended: states.now.ended,
    top: held(toMove.lines.flatMap(({ software: line }) => line)),
    trend: trend.series.find(({ name }) => name === 'ended')?.values[trend.now],
  };
}

const NOTHING = {
  ...{ images: [], projects: [], software: {}, timeline: {}, ended: 0, top: {}, trend: 0 },
};

describe('lists', () => {
  test('are narrowed to a team, to one’s own teams, and to what nobody owns', async () => {
    const { payments, web, reader } = await world();
    const held = { 'Node.js': 1, Redis: 1 };
    const ofPayments = {
      ...{ images: ['shop-image'], projects: ['shop'], software: held, timeline: held },
      ...{ ended: 1, top: held, trend: 1 },
    };
    expect(await listed(reader, payments.id)).toEqual(ofPayments);
    expect(await listed(reader, 'mine')).toEqual(ofPayments);
    const one = { 'Node.js': 1 };
    expect(await listed(reader, 'none')).toEqual({
      ...{ images: ['bank-image'], projects: ['bank'], software: one, timeline: one },
      ...{ ended: 1, top: one, trend: 1 },
    });
    expect(await listed(reader, web.id)).toEqual(NOTHING);
    const all = await listed(reader, null);
    expect(all.projects).toEqual(['bank', 'shop']);
    expect(all.software).toEqual({ 'Node.js': 2, Redis: 1 });
    expect(all.trend).toBe(2);
  });

  test('hold nothing of a key’s own, and nothing of a team of elsewhere', async () => {
    const { key, payments } = await world();
    expect(await listed(key, 'mine')).toEqual(NOTHING);
    expect(await listed(key, '01890000-0000-7000-8000-0000000000ff')).toEqual(NOTHING);
    expect((await listed(key, payments.id)).projects).toEqual(['shop']);
    await expect(key.image.listForDashboard({ ...FIRST, owner: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('count for one project within an owner’s only what is of both', async () => {
    const { payments, shop, bank, reader } = await world();
    const of = async (projectId: string) => {
      const query = { ...FIRST, owner: payments.id, projectId };
      const images = await reader.image.listForDashboard(query);
      const software = await reader.software.listForDashboard(query);
      const trend = await reader.analytics.trend({
        ...{ period: 'MONTHLY' as const, months: 3 as const, by: 'state' as const },
        ...{ owner: payments.id, projectId },
      });
      const counted = trend.series.find(({ name }) => name === 'ended')?.values[trend.now];
      return [images.total, software.total, counted];
    };
    expect(await of(shop)).toEqual([1, 2, 1]);
    expect(await of(bank)).toEqual([0, 0, 0]);
  });
});

describe('the lists of the API, and clusters', () => {
  /** One cluster with both projects' images and one that was never scanned, and another with that of `bank` alone. */
  async function clusters(world: World) {
    const { deps, organization } = here();
    const report = (name: string, images: readonly string[]) =>
      recordInventory(deps, organization, {
        ...{ name, version: null, distribution: null, nodes: null },
        containers: images.map((image) =>
          runningContainer({
            ...{ namespace: `of-${image}`, owner: { kind: 'Deployment', name: image } },
            ...{ container: 'main', image: runningImage(image, null), pods: 1, os: null },
          }),
        ),
      });
    const { id } = await report('all', ['shop-image', 'bank-image', 'never-scanned']);
    await report('other', ['bank-image']);
    return async (owner: string | null) => {
      const listed = await world.reader.cluster.list({ owner });
      const one = await world.reader.cluster.get({ id, owner });
      const runs = await world.reader.cluster.workloads({ id, owner, sort: 'workload' });
      return {
        listed: listed.items.map(({ name, containers }) => [name, containers]),
        ...{ counted: one.containers, namespaces: one.namespaceList.map(({ name }) => name) },
        ended: one.states.ended,
        runs: runs.items.map(({ ownerName }) => ownerName).toSorted(),
      };
    };
  }

  test('clusters show what runs of an owner, and the numbers of that', async () => {
    const known = await world();
    const shown = await clusters(known);
    const own = { listed: [['all', 1]], counted: 1, namespaces: ['of-shop-image'], ended: 1 };
    expect(await shown(known.payments.id)).toEqual({ ...own, runs: ['shop-image'] });
    expect(await shown('mine')).toEqual({ ...own, runs: ['shop-image'] });
    expect(await shown('none')).toEqual({
      listed: [
        ['all', 1],
        ['other', 1],
      ],
      ...{ counted: 1, namespaces: ['of-bank-image'], ended: 1, runs: ['bank-image'] },
    });
    expect(await shown(known.web.id)).toEqual({
      ...{ listed: [], counted: 0, namespaces: [], ended: 0, runs: [] },
    });
    expect((await shown(null)).listed).toEqual([
      ['all', 3],
      ['other', 1],
    ]);
  });

  test('images, projects and software are narrowed in the same way', async () => {
    const { payments, web, reader, key } = await world();
    const of = async (caller: typeof reader, owner: string | null) => {
      const [images, projects, software] = await Promise.all([
        caller.image.list({ owner }),
        caller.project.images({ owner }),
        caller.software.list({ owner }),
      ]);
      expect(software.total).toBe(software.items.length);
      return {
        images: images.items.map(({ name }) => name),
        projects: projects.items.map(({ projectName }) => projectName),
        software: software.items.map(({ productName, projects: holding }) => [
          productName,
          ...holding.map(({ projectName }) => projectName),
        ]),
      };
    };
    const ofPayments = {
      ...{ images: ['shop-image'], projects: ['shop'] },
      software: [
        ['Node.js', 'shop'],
        ['Redis', 'shop'],
      ],
    };
    expect(await of(reader, payments.id)).toEqual(ofPayments);
    expect(await of(reader, 'mine')).toEqual(ofPayments);
    expect(await of(key, 'none')).toEqual({
      ...{ images: ['bank-image'], projects: ['bank'], software: [['Node.js', 'bank']] },
    });
    const nothing = { images: [], projects: [], software: [] };
    expect(await of(reader, web.id)).toEqual(nothing);
    expect(await of(key, 'mine')).toEqual(nothing);
    expect((await of(key, null)).software[0]).toEqual(['Node.js', 'bank', 'shop']);
  });
});

test('the names of teams are listed in order, of one’s own organization alone', async () => {
  const { deps, organization } = here();
  const [web, payments] = [await team('Web'), await team('payments')];
  expect(await callAs(deps, organization).team.names()).toEqual([
    { id: payments.id, name: 'payments' },
    { id: web.id, name: 'Web' },
  ]);
});
