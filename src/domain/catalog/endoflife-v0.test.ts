import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Day } from '@/domain/eol/calendar';
import type { Product, ReleaseCycle, SupportEnd } from './catalog';
import { toEndoflifeCycles } from './endoflife-v0';

const end = (level: SupportEnd['level'], endsOn: string | null, ended = false): SupportEnd => ({
  ...{ level, ended },
  // The test writes calendar days alone.
  endsOn: endsOn as Day | null,
});
// As above.
const OUT = '2024-01-01' as Day;
const TODAY = '2026-11-21' as Day;
const cycle = (name: string, support: SupportEnd[], more: Partial<ReleaseCycle> = {}) => ({
  ...{ name, label: name, codename: null, lts: false, latestRelease: null },
  ...{ releasedOn: OUT },
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
      TODAY,
    ),
  ).toEqual([
    {
      ...{ product: 'nodejs' },
      ...{ cycle: '20', codename: 'Iron', support: '2024-10-22', eol: '2026-04-30', lts: true },
      ...{ releaseDate: OUT, latest: '20.20.2', link: 'https://nodejs.org/' },
    },
    {
      product: 'nodejs',
      cycle: '18',
      releaseDate: OUT,
      eol: true,
      extendedSupport: false,
      lts: false,
    },
    { product: 'nodejs', cycle: '17', releaseDate: OUT, lts: false },
    { product: 'nodejs', cycle: '1', releaseDate: OUT, eol: true, lts: false },
  ]);
});

test("cycles that an organization's own product lacks are the catalog's", () => {
  const own = product(cycle('20', [end('STANDARD_SUPPORT', '2030-01-01')]));
  const upstream = product(
    cycle('22', [end('STANDARD_SUPPORT', '2027-04-30')]),
    cycle('20', [end('STANDARD_SUPPORT', '2026-04-30')]),
  );
  expect(toEndoflifeCycles(own, upstream, TODAY).map((one) => [one.cycle, one.eol])).toEqual([
    ['20', '2030-01-01'],
    ['22', '2027-04-30'],
  ]);
});

test('cycles are left out that Renovate would refuse the whole product for', () => {
  const cycles = toEndoflifeCycles(
    product(
      cycle('22', [], { releasedOn: '2026-11-22' as Day }),
      cycle('20', [], { releasedOn: TODAY, latestRelease: '20.1', latestReleasedOn: TODAY }),
      cycle('18', [end('STANDARD_SUPPORT', null, true)]),
      cycle('16', [end('STANDARD_SUPPORT', '2020-01-01')], { releasedOn: null }),
    ),
    null,
    TODAY,
  );
  expect(cycles.map((one) => one.cycle)).toEqual(['20', '18']);
  // As the schema of its datasource has it (`endoflife-date/schema.ts`): absent, and never null.
  const day = z.iso.date();
  const expireable = z.union([day, z.boolean()]).optional();
  const renovates = z.array(
    z.object({
      ...{ cycle: z.string(), latest: z.string().optional(), eol: expireable },
      releaseDate: day.refine((text) => text <= TODAY && text > '2000-01-01'),
      discontinued: expireable,
    }),
  );
  expect(() => renovates.parse(JSON.parse(JSON.stringify(cycles)))).not.toThrow();
});
