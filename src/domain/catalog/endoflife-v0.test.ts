import { expect, test } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import type { Product, ReleaseCycle, SupportEnd } from './catalog';
import { toEndoflifeCycles } from './endoflife-v0';

const end = (level: SupportEnd['level'], endsOn: string | null, ended = false): SupportEnd => ({
  ...{ level, ended },
  // The test writes calendar days alone.
  endsOn: endsOn as Day | null,
});
const cycle = (name: string, support: SupportEnd[], more: Partial<ReleaseCycle> = {}) => ({
  ...{ name, label: name, codename: null, lts: false, releasedOn: null, latestRelease: null },
  ...{ latestReleasedOn: null, releaseNotesUrl: null, support },
  ...more,
});
const product = (...cycles: ReleaseCycle[]): Product => ({
  ...{ slug: 'nodejs', name: 'Node.js', vendor: null, category: 'lang', source: 'starter' },
  ...{ identifiers: [], references: [], cycles },
});

test('ends are days, or whether they are over; what is not known is left out', () => {
  expect(
    toEndoflifeCycles(
      product(
        cycle('20', [end('ACTIVE_SUPPORT', '2024-10-22'), end('STANDARD_SUPPORT', '2026-04-30')], {
          ...{ lts: true, codename: 'Iron', latestRelease: '20.20.2' },
          releaseNotesUrl: 'https://nodejs.org/',
        }),
        cycle('18', [end('STANDARD_SUPPORT', null, true), end('EXTENDED_SUPPORT', null)]),
        cycle('17', []),
        cycle('1', [], { inferred: { from: '2' } }),
      ),
      null,
    ),
  ).toEqual([
    {
      ...{ product: 'nodejs' },
      ...{ cycle: '20', codename: 'Iron', support: '2024-10-22', eol: '2026-04-30', lts: true },
      ...{ latest: '20.20.2', link: 'https://nodejs.org/' },
    },
    { product: 'nodejs', cycle: '18', eol: true, extendedSupport: false, lts: false },
    { product: 'nodejs', cycle: '17', lts: false },
    { product: 'nodejs', cycle: '1', eol: true, lts: false },
  ]);
});

test("cycles that an organization's own product lacks are the catalog's", () => {
  const own = product(cycle('20', [end('STANDARD_SUPPORT', '2030-01-01')]));
  const upstream = product(
    cycle('22', [end('STANDARD_SUPPORT', '2027-04-30')]),
    cycle('20', [end('STANDARD_SUPPORT', '2026-04-30')]),
  );
  expect(toEndoflifeCycles(own, upstream).map((one) => [one.cycle, one.eol])).toEqual([
    ['20', '2030-01-01'],
    ['22', '2027-04-30'],
  ]);
});
