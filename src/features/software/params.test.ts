import { expect, test } from 'vitest';
import {
  imagesOfSoftwareHref,
  isFiltered,
  loadSoftwareParams,
  projectsOfSoftwareHref,
  softwareListHref,
  toSoftwareQuery,
} from './params';

const load = (query: string) => loadSoftwareParams(new URLSearchParams(query));

test('an address without anything lists all by its end', () => {
  const params = load('');
  expect(isFiltered(params)).toBe(false);
  expect(toSoftwareQuery(params)).toEqual({
    search: null,
    state: null,
    evidence: null,
    artifactType: null,
    productName: null,
    projectId: null,
    owner: null,
    label: null,
    asOf: null,
    sort: 'end',
    direction: 'asc',
    page: 1,
    size: 50,
  });
  expect(softwareListHref(params)).toBe('/software');
});

test('what an address says is what is asked, and reads back the same', () => {
  const params = load(
    'q=%20node%20&state=unknown&evidence=own&type=npm&product=Node.js&project=01890000-0000-7000-8000-000000000001&owner=mine&sort=images&dir=desc&page=3&size=25',
  );
  expect(isFiltered(params)).toBe(true);
  expect(toSoftwareQuery(params)).toEqual({
    search: 'node',
    state: 'unknown',
    evidence: 'own',
    artifactType: 'npm',
    productName: 'Node.js',
    projectId: '01890000-0000-7000-8000-000000000001',
    owner: 'mine',
    label: null,
    asOf: null,
    sort: 'images',
    direction: 'desc',
    page: 3,
    size: 25,
  });
  expect(load(softwareListHref(params).split('?')[1] ?? '')).toEqual(params);
});

test.each(['state=fine', 'project=1', 'sort=id', 'page=0', 'size=7'])(
  'what makes no sense is left out: %s',
  (query) => {
    expect(load(query)).toEqual(load(''));
  },
);

test.each([
  ['', '/images?software=x', '/software/x?view=projects'],
  [
    'as_of=2026-11-20',
    '/images?software=x&as_of=2026-11-20',
    '/software/x?view=projects&as_of=2026-11-20',
  ],
  // What is no condition on images changes no count.
  [
    'q=node&state=ended&type=npm&labelValue=prod',
    '/images?software=x',
    '/software/x?view=projects',
  ],
  ['owner=mine', '/images?owner=mine&software=x', null],
  [
    'project=01890000-0000-7000-8000-000000000001',
    '/images?project=01890000-0000-7000-8000-000000000001&software=x',
    null,
  ],
  [
    'label=env&labelIs=not-in&labelValue=prod',
    '/images?software=x&label=env&labelIs=not-in&labelValue=prod',
    null,
  ],
])('the numbers of %j lead to what they count, or nowhere', (query, images, projects) => {
  expect(imagesOfSoftwareHref('x', load(query))).toBe(images);
  expect(projectsOfSoftwareHref('x', load(query))).toBe(projects);
});
