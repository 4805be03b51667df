import { describe, expect, it } from 'vitest';
import { judgedExportHref } from '@/features/policy/images/params';
import { imagesHref, isFiltered, labelHref, loadImagesParams, toImagesQuery } from './params';

const CLUSTER = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08';
const read = (query: string) => loadImagesParams(new URLSearchParams(query));

describe('the address of the images list', () => {
  it('asks for everything, the most that ended first, when it is bare', () => {
    expect(toImagesQuery(read(''))).toEqual({
      search: null,
      state: null,
      verified: null,
      running: null,
      clusterId: null,
      retired: null,
      notSeenForDays: null,
      projectId: null,
      owner: null,
      softwareIds: null,
      productName: null,
      policyAction: null,
      label: null,
      asOf: null,
      sort: 'ended',
      direction: 'desc',
      page: 1,
      size: 50,
    });
    expect(isFiltered(read(''))).toBe(false);
  });

  it.each([
    ['state=ended', { state: 'ended' }],
    ['state=unknown', { state: 'unknown' }],
    ['verified=no', { verified: false }],
    ['owner=none', { owner: 'none' }],
    ['q=shop', { search: 'shop' }],
    ['running=no', { running: false, clusterId: null }],
    [`running=${CLUSTER}`, { running: null, clusterId: CLUSTER }],
    ['notSeen=90', { notSeenForDays: 90 }],
    ['policy=warned', { policyAction: 'WARN' }],
    [
      'label=team&labelIs=not-in&labelValue=a,b',
      { label: { key: 'team', operator: 'NOT_IN', value: 'a,b' } },
    ],
  ])('%s filters', (query, expected) => {
    expect(toImagesQuery(read(query))).toMatchObject(expected);
    expect(isFiltered(read(query))).toBe(true);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=99999999999',
    'size=7',
    'state=EOL',
    'sort=id',
    'notSeen=91',
  ])('takes %s for its default', (query) => {
    expect(toImagesQuery(read(query))).toEqual(toImagesQuery(read('')));
  });

  it('survives the way into the address and back', () => {
    const href = labelHref('team/name', 'a & b=ü');
    expect(toImagesQuery(read(href.split('?')[1] ?? '')).label).toEqual({
      key: 'team/name',
      operator: 'IN',
      value: 'a & b=ü',
    });
  });

  it('leads from a day to the same day', () => {
    const href = labelHref('team', 'a', '2026-03-01');
    expect(toImagesQuery(read(href.split('?')[1] ?? '')).asOf).toBe('2026-03-01');
  });

  it('leaves defaults out', () => {
    expect(imagesHref({ page: 1, state: 'ended', sort: 'ended' })).toBe('/images?state=ended');
  });
});

it('saves the images that policies deny as the list of them, narrowed to what runs', () => {
  const href = judgedExportHref({ policy: 'denied', running: 'yes' });
  const { pathname, search } = new URL(href, 'http://eventide.example');
  expect(pathname).toBe('/export/images.csv');
  expect(toImagesQuery(read(search))).toMatchObject({ policyAction: 'DENY', running: true });
  expect(judgedExportHref({ policy: 'warned', running: null })).not.toContain('running');
});
