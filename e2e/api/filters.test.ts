import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { daysFromToday, imageScan, type MatchSketch, type ScanSketch } from './harness/payloads';
import {
  allPages,
  pageOf,
  type EolSoftware,
  type ProjectAndImage,
  type ProjectImage,
  type Query,
  type Software,
} from './harness/reads';
import { makeTenant } from './harness/tenants';

const ENDED: MatchSketch = { product: 'Ended', cycle: '1', eol: daysFromToday(-1) };
const TODAY: MatchSketch = { product: 'Today', cycle: '1', eol: daysFromToday(0) };
const SOON: MatchSketch = { product: 'Soon', cycle: '1', eol: daysFromToday(30) };
const LATER: MatchSketch = { product: 'Later', cycle: '1', eol: daysFromToday(300) };
const FAR: MatchSketch = { product: 'Far', cycle: '1', eol: daysFromToday(3000) };
const GONE: MatchSketch = { product: 'Gone', cycle: '1', eol: '', ended: true };
const OPEN: MatchSketch = { product: 'Open', cycle: '1', eol: '0001-01-01' };

const SCANS: readonly ScanSketch[] = [
  {
    image: 'all:1',
    project: 'one',
    matches: [ENDED, TODAY, SOON, LATER, FAR, GONE, OPEN],
    labels: { team: 'red', tier: 'prod' },
    verified: true,
  },
  { image: 'soon:1', project: 'one', matches: [SOON], labels: { team: 'blue' } },
  { image: 'far:1', project: 'two', matches: [FAR, OPEN], labels: { team: 'red, green' } },
  { image: 'unknown:1', project: 'two', matches: [OPEN], labels: null, verified: true },
  { image: 'gone:1', project: 'three', matches: [GONE], labels: {} },
  { image: 'clean:1', project: 'three', matches: [] },
];
const ALL_IMAGES = SCANS.map(({ image }) => image.slice(0, -2)).sort();

describe.each(mounts)('filters of the $name mount', (mount) => {
  let viewer: ApiClient;
  beforeAll(async () => {
    const { keys } = await makeTenant();
    const member = clientOf(mount).withKey(keys.member);
    for (const scan of SCANS) await member.put('/v2/scan', imageScan(scan));
    viewer = clientOf(mount).withKey(keys.viewer);
  });
  const images = async (query: Query, body?: unknown) =>
    (await allPages<ProjectImage>(viewer, 'POST', '/images', query, body)).map(({ name }) => name);
  const software = async (query: Query) =>
    (await allPages<Software>(viewer, 'GET', '/software', query)).map(
      ({ productName }) => productName,
    );

  it.each([
    ['EOL', ['Ended', 'Today', 'Gone'], ['all', 'gone']],
    ['EOL LESS THAN 6MO', ['Soon'], ['all', 'soon']],
    ['EOL LESS THAN 12MO', ['Soon', 'Later'], ['all', 'soon']],
    ['EOL MORE THAN 12MO', ['Far'], ['all', 'far']],
    ['All', ['Ended', 'Today', 'Gone', 'Soon', 'Later', 'Far'], ALL_IMAGES],
    [undefined, ['Ended', 'Today', 'Gone', 'Soon', 'Later', 'Far'], ALL_IMAGES],
  ])('eol_filter %s', async (filter, products, names) => {
    const query = { eol_filter: filter };
    expect((await software(query)).sort()).toEqual([...products].sort());
    expect((await images(query)).sort()).toEqual(names);
    const projects = await allPages<ProjectAndImage>(viewer, 'GET', '/projects/images', query);
    expect(projects.flatMap((project) => project.images.map(({ name }) => name)).sort()).toEqual(
      names,
    );
    const [all] = await allPages<ProjectImage>(viewer, 'POST', '/images', { search: 'all:1' });
    const inImage = await allPages<EolSoftware>(
      viewer,
      'GET',
      `/image_tags/${all?.id ?? ''}/eol_software`,
      query,
    );
    expect(inImage.map(({ productName }) => productName).sort()).toEqual([...products].sort());
  });

  it('counts classes as the filters do', async () => {
    const [all] = await allPages<ProjectImage>(viewer, 'POST', '/images', { search: 'all:1' });
    expect(all?.eol).toEqual({ high: 3, med: 2, low: 1 });
    const [unknown] = await allPages<ProjectImage>(viewer, 'POST', '/images', {
      search: 'unknown',
    });
    expect(unknown?.eol).toEqual({ high: 0, med: 0, low: 0 });
  });

  it.each([
    ['IN', 'team', 'red', ['all']],
    ['IN', 'team', 'red,blue', ['all', 'soon']],
    ['IN', 'team', ' blue , nothing', ['soon']],
    ['IN', 'team', 'red, green', ['all', 'far']],
    ['IN', 'team', 'RED', []],
    ['IN', 'nothing', 'red', []],
    ['IN', 'team', '', []],
    ['NOT_IN', 'team', 'red', ['clean', 'far', 'gone', 'soon', 'unknown']],
    ['NOT_IN', 'team', 'red,blue,green', ['clean', 'far', 'gone', 'unknown']],
    ['NOT_IN', 'nothing', 'red', ALL_IMAGES],
  ])('label %s %s "%s"', async (operator, key, value, names) => {
    expect((await images({}, { operator, key, value })).sort()).toEqual(names);
  });

  it('takes a body of null as no filter, and joins all filters', async () => {
    expect((await images({}, null)).sort()).toEqual(ALL_IMAGES);
    const label = { operator: 'IN', key: 'team', value: 'red' };
    expect(await images({ eol_filter: 'EOL', verified: 'true', search: 'AL' }, label)).toEqual([
      'all',
    ]);
    expect(await images({ eol_filter: 'EOL', verified: 'false' }, label)).toEqual([]);
  });

  it('verified', async () => {
    expect((await images({ verified: 'true' })).sort()).toEqual(['all', 'unknown']);
    expect((await images({ verified: 'false' })).sort()).toEqual(['clean', 'far', 'gone', 'soon']);
    for (const verified of ['maybe', '1', '']) {
      expect((await viewer.post('/images', undefined, { query: { verified } })).status).toBe(422);
    }
  });

  it('lists the labels with their values', async () => {
    const { json } = await viewer.get('/image/labels');
    expect(json).toEqual({ labels: { team: ['blue', 'red', 'red, green'], tier: ['prod'] } });
  });

  it('pages: each item once, and past the end none with the true total', async () => {
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const found = await pageOf<ProjectImage>(viewer, 'POST', '/images', { page, size: 2 });
      expect(found).toMatchObject({ total: SCANS.length, page, size: 2, pages: 3 });
      seen.push(...found.items.map(({ name }) => name));
    }
    expect(seen).toEqual(ALL_IMAGES);
    for (const [method, path] of [
      ['POST', '/images'],
      ['GET', '/projects/images'],
      ['GET', '/software'],
    ] as const) {
      const first = await pageOf(viewer, method, path);
      for (const page of [2, 1000, 2_147_483_647]) {
        const past = await pageOf(viewer, method, path, { page, size: 100 });
        expect(past).toMatchObject({ items: [], total: first.total, page });
      }
      expect(first.total).toBeGreaterThan(0);
    }
  });
});
