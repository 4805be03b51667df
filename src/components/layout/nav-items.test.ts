import { describe, expect, it } from 'vitest';
import { groupsOf, isCurrent, splitForPhone } from './nav-items';

describe('isCurrent', () => {
  it.each([
    [{ href: '/' }, '/', true],
    [{ href: '/' }, '/images', false],
    [{ href: '/images' }, '/images/42', true],
    [{ href: '/images' }, '/images-old', false],
    [{ href: '/settings', exact: true }, '/settings/keys', false],
  ])('%o at %s', (item, pathname, current) => {
    expect(isCurrent(item, pathname)).toBe(current);
  });
});

describe('groupsOf', () => {
  it('puts items under their headings, in their order', () => {
    const items = ['a', 'b', 'c'].map((label, place) => ({
      ...{ href: `/${label}`, label, icon: null },
      ...(place > 0 && { group: 'Others' }),
    }));
    const groups = groupsOf(items).map(({ name, items }) => [
      name,
      items.map(({ label }) => label),
    ]);
    expect(groups).toEqual([
      [null, ['a']],
      ['Others', ['b', 'c']],
    ]);
  });
});

describe('splitForPhone', () => {
  it('takes the first four that want to be there', () => {
    const items = ['a', 'b', 'c', 'd', 'e', 'f'].map((label) => ({
      href: `/${label}`,
      label,
      icon: null,
      onPhone: label !== 'b',
    }));
    const { bar, more } = splitForPhone(items);
    expect(bar.map(({ label }) => label)).toEqual(['a', 'c', 'd', 'e']);
    expect(more.map(({ label }) => label)).toEqual(['b', 'f']);
  });
});
