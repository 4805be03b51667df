import { describe, expect, it } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import { catalogEndOf, hasEnd, isSupported } from './catalog';
import { starterProduct, toProduct } from './starter-product';

const today = parseDay('2026-11-21');
if (!today) throw new Error('not a day');

const product = toProduct(
  starterProduct.parse({
    slug: 'ferry',
    name: 'Ferry',
    category: 'app',
    cycles: [
      { name: '9', releasedOn: '2027-01-01' },
      { name: '8', supportedUntil: null },
      { name: '7', supportedUntil: '2028-01-01', releasedOn: '2026-11-21' },
      { name: '6.1', supportedUntil: '2027-05-21' },
      { name: '6', supportedUntil: '2026-11-21' },
      { name: '5', supportedUntil: true },
      { name: '4', supportedUntil: '2020-01-01', extendedUntil: '2030-01-01' },
    ],
  }),
  'starter',
);
const cycle = (name: string) => {
  const found = product.cycles.find((one) => one.name === name);
  if (!found) throw new Error(`no cycle ${name}`);
  return found;
};

describe('the end of a cycle', () => {
  it.each([
    ['8', false, true],
    ['7', true, true],
    ['6', true, false],
    ['5', true, false],
    ['4', true, false],
  ])('%s has one: %s, is supported: %s', (name, has, supported) => {
    expect(hasEnd(cycle(name))).toBe(has);
    expect(isSupported(cycle(name), today)).toBe(supported);
  });

  it('is the catalog’s own, also where an organization has set another', () => {
    const override = {
      catalogEndsOn: parseDay('2020-01-01'),
      catalogEnded: false,
      reason: '',
      setBy: 'Ada',
      setOn: today,
    };
    const support = [{ level: 'STANDARD_SUPPORT' as const, endsOn: today, ended: false, override }];
    expect(catalogEndOf({ ...cycle('4'), support })).toBe('2020-01-01');
    expect(catalogEndOf(cycle('7'))).toBe('2028-01-01');
    expect(catalogEndOf(cycle('5'))).toBeNull();
  });
});
