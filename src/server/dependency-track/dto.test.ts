import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicRouter } from '@/server/app-router';
import { routesOf } from '@/server/platform/trpc/route-table';
import { COMPATIBLE_VERSION, labelsOfTags, permissionsOf, tagsOf, trackedPageOf } from './dto';

const page = readFileSync(
  path.resolve(import.meta.dirname, '../../app/docs/dependency-track/page.mdx'),
  'utf8',
);
const paths = routesOf(publicRouter).flatMap((route) =>
  route.api === 'dependency-track' ? [route.path] : [],
);

describe('the documentation', () => {
  it.each([...new Set(paths)])('names %s', (one) => {
    expect(page).toContain(one);
  });

  it('names the release, and no path that there is not', () => {
    expect(page).toContain(`Dependency-Track v${COMPATIBLE_VERSION} (Eventide)`);
    const named = [...page.matchAll(/(\/v1\/[a-z/{}]+)/g)].map(([, one = '']) => one);
    expect(named.filter((one) => !paths.some((known) => known === one))).toEqual([]);
  });
});

it('reads labels as tags and tags as labels', () => {
  const labels = { team: 'payments', web: '', equation: 'a=b', parent: 'above:1' };
  const tags = tagsOf(labels);
  expect(tags).toEqual(['team=payments', 'web', 'equation=a=b']);
  const { parent: _above, ...others } = labels;
  expect(labelsOfTags(tags)).toEqual(others);
  expect(labelsOfTags(['', ' = x', 'parent=other', ' a ', 'a=2'])).toEqual({ a: '2' });
});

it('tells each role what it may do in the words of Dependency-Track', () => {
  expect(permissionsOf('scanner')).not.toContain('VIEW_PORTFOLIO');
  expect(permissionsOf('viewer')).not.toContain('BOM_UPLOAD');
  expect(permissionsOf('member')).toEqual(permissionsOf('admin'));
});

it('reads a page by any of its names', () => {
  expect(trackedPageOf({})).toEqual({ page: 1, size: 100 });
  expect(trackedPageOf({ offset: 20, limit: 10 })).toEqual({ page: 3, size: 10 });
  expect(trackedPageOf({ page: 2, size: 5 }, 1_000)).toEqual({ page: 2, size: 5 });
  expect(() => trackedPageOf({ offset: 5, limit: 10 })).toThrow('Validation failed');
});
