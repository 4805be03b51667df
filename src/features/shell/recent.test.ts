import { expect, it } from 'vitest';
import { isOfOneThing, readRecent, recentKey, withRecent } from './recent';

it.each([
  ['/images/01890000-0000-7000-8000-000000000001', true],
  ['/catalog/nodejs', true],
  ['/images', false],
  ['/images/compare', false],
  ['/policies/new', false],
  ['/teams/rules', false],
  ['/settings/members', false],
  ['/settings/messages/01890000-0000-7000-8000-000000000001', false],
])('%s is of one thing: %s', (path, expected) => {
  expect(isOfOneThing(path)).toBe(expected);
});

it('keeps the last six, each once, the last first', () => {
  let stored: string | null = null;
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']) {
    stored = withRecent(readRecent(stored), { href: `/projects/${name}`, label: name });
  }
  expect(readRecent(stored).map(({ label }) => label)).toEqual(['b', 'g', 'f', 'e', 'd', 'c']);
});

it.each(['', 'null', '{}', '[1]', '[{"href":1}]'])('reads %j as nothing', (stored) => {
  expect(readRecent(stored)).toEqual([]);
});

it('is kept for each organization apart', () => {
  expect(recentKey('a')).not.toBe(recentKey('b'));
});
