import { expect, it } from 'vitest';
import { buildCatalogIndex, matchScanned } from '@/domain/catalog/index-of-names';
import { SAMPLE_PRODUCTS } from '@/domain/catalog/testing/sample-products';
import { parseDay } from '@/domain/eol/calendar';
import { toComponent } from '@/domain/scan/component';
import {
  isKeyOf,
  isOfLaterMatcher,
  MATCHER_VERSION,
  matchingKey,
  toComponentMatch,
} from './matching';

const SEVENTH = { revision: 7, revisionId: '0199-a' };
const KEY = matchingKey(SEVENTH, 2);

it('tells what was matched by an earlier release from what was matched by this one', () => {
  expect(KEY).not.toBe('7-0199-a.2');
  expect(KEY).not.toBe(matchingKey(SEVENTH, 3));
});

it.each([
  ['', false],
  ['7.2', false],
  [KEY, false],
  [`7.2.m${String(MATCHER_VERSION + 1)}`, true],
])('takes %j for a later one: %s', (key, expected) => {
  expect(isOfLaterMatcher(key)).toBe(expected);
});

it.each([
  ['the catalog and the additions that it was made of', SEVENTH, 2, true],
  ['other additions', SEVENTH, 20, false],
  ['the next change', { revision: 8, revisionId: '0199-b' }, 2, false],
  ['a change that was given the number again', { revision: 7, revisionId: '0199-b' }, 2, false],
  ['no catalog at all', { revision: 0, revisionId: null }, 2, false],
])('takes a key for one of %s: %s', (_what, catalog, overlay, expected) => {
  expect(isKeyOf(KEY, catalog, overlay)).toBe(expected);
  expect(isKeyOf(matchingKey(SEVENTH, 2, parseDay('2026-11-21')), catalog, overlay)).toBe(expected);
});

it.each([
  ['AlmaLinux Kitten 10 (Lion Cub)', 'unknown', null],
  ['AlmaLinux 10 (Purple Lion)', 'distribution', '10'],
])('takes a package of %s, whose purl says almalinux-10, for %s', (prettyName, state, cycle) => {
  const distro = { id: 'almalinux', versionId: '10', prettyName, cpeName: '' };
  const PURL = 'pkg:rpm/almalinux/bash@5.2.26-6.el10?arch=x86_64&distro=almalinux-10';
  const component = toComponent(
    { Name: 'bash', Version: '5.2.26-6.el10', Type: 'rpm', PURL },
    distro,
  );
  const index = buildCatalogIndex(SAMPLE_PRODUCTS);
  const match = matchScanned(index, component, component.distro ?? null);
  expect(toComponentMatch(match, component).stored).toMatchObject({ state, cycle });
});
