import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { ReleaseCycle, SupportEnd } from '@/domain/catalog/catalog';
import { sampleCycle } from '@/domain/catalog/testing/sample-products';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { parseDay } from '@/domain/eol/calendar';
import { OPENEOX_CORE_SCHEMA, openEoxCore, openEoxShell } from './core';
import { readOpenEox } from './read';
import { faultsOfCore } from './rules';

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: {} });
addFormats.default(ajv);
const published = JSON.parse(
  readFileSync(`${import.meta.dirname}/testing/core-1.0.schema.json`, 'utf8'),
) as object; // as published
// Its meta-schema only says that formats are asserted, which they are here.
const holds = ajv.compile({
  ...published,
  $schema: 'https://json-schema.org/draft/2020-12/schema',
});

const AT = new Date('2026-11-27T12:00:00Z');
const day = (text: string) => parseDay(text);
const end = (level: SupportEnd['level'], on: string | null, ended = false): SupportEnd => ({
  ...{ level, ended },
  endsOn: on === null ? null : day(on),
});
const cycle = (support: SupportEnd[], releasedOn: string | null = null): ReleaseCycle => ({
  ...sampleCycle('1'),
  support,
  releasedOn: releasedOn === null ? null : day(releasedOn),
});

describe('a release cycle in OpenEoX', () => {
  it('is valid, and passes the mandatory tests, for all of the starter catalog', () => {
    let count = 0;
    for (const { slug, cycles } of starterCatalog()) {
      for (const one of cycles) {
        const core = openEoxCore(one, AT);
        if (!core) continue;
        count += 1;
        expect(holds(core) || `${slug} ${one.name}: ${ajv.errorsText(holds.errors)}`).toBe(true);
        expect([slug, one.name, faultsOfCore(core)]).toEqual([slug, one.name, []]);
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  it('ends for good with what its vendor sells beyond it', () => {
    const support = [end('STANDARD_SUPPORT', '2026-06-10'), end('EXTENDED_SUPPORT', '2028-06-30')];
    expect(openEoxCore(cycle(support, '2023-06-10'), AT)).toEqual({
      $schema: OPENEOX_CORE_SCHEMA,
      end_of_life: '2028-06-30T00:00:00Z',
      end_of_security_support: '2026-06-10T00:00:00Z',
      general_availability: '2023-06-10T00:00:00Z',
      last_updated: AT.toISOString(),
    });
  });

  it('is to be announced where nobody says when, and left out where nobody knew', () => {
    expect(openEoxCore(cycle([end('STANDARD_SUPPORT', null)]), AT)).toMatchObject({
      ...{ end_of_life: 'tba', end_of_security_support: 'tba' },
    });
    const sold = [end('STANDARD_SUPPORT', '2026-06-10'), end('EXTENDED_SUPPORT', null)];
    expect(openEoxCore(cycle(sold), AT)).toMatchObject({ end_of_life: 'tba' });
    // What is sold until a day says nothing of what is free.
    const free = [end('STANDARD_SUPPORT', null), end('EXTENDED_SUPPORT', '2027-06-11')];
    expect(openEoxCore(cycle(free), AT)).toMatchObject({
      ...{ end_of_life: '2027-06-11T00:00:00Z', end_of_security_support: 'tba' },
    });
    expect(openEoxCore(cycle([end('STANDARD_SUPPORT', null, true)]), AT)).toBeNull();
  });

  it('says no date that breaks the rules, though its source does', () => {
    const odd = cycle(
      [end('STANDARD_SUPPORT', '2026-06-10'), end('EXTENDED_SUPPORT', '2025-01-01')],
      '2027-01-01',
    );
    const core = openEoxCore(odd, AT);
    expect(core).toMatchObject({ end_of_life: '2026-06-10T00:00:00Z' });
    expect(core).not.toHaveProperty('general_availability');
  });
});

describe('the mandatory tests', () => {
  const at = '2025-11-19T16:00:00Z';
  const core = (end_of_life: string, end_of_security_support: string, more: object = {}) => ({
    ...{ end_of_life, end_of_security_support, last_updated: at },
    ...more,
  });

  it.each([
    ['an end of life before another', core(at, '2025-12-31T12:00:00Z'), ['end_of_life']],
    [
      'an end of life before the end of sales',
      core(at, '2025-09-01T12:00:00Z', { end_of_sales: '2025-12-01T23:59:59Z' }),
      ['end_of_life'],
    ],
    [
      'a release after the end',
      core('2026-12-31T12:00:00Z', at, { general_availability: '2026-01-21T17:00:00Z' }),
      ['general_availability'],
    ],
    ['a blank for the T', core('2025-12-31 12:00:00Z', at), ['end_of_life']],
    [
      'small letters',
      core('2025-12-31T12:00:00Z', '2025-12-17t14:00:00z'),
      ['end_of_security_support'],
    ],
    [
      'a second that there is not',
      core('2017-01-01T02:59:60.9+03:00', '2016-12-31T22:59:59Z'),
      ['end_of_life'],
    ],
    ['no zone', core('2025-12-31T12:00:00', at), ['end_of_life']],
    [
      'a last change to be announced',
      core('tba', 'tba', { last_updated: 'tba' }),
      ['last_updated'],
    ],
  ])('refuse %s', (_name, given, fields) => {
    expect(faultsOfCore(given).map(({ field }) => field)).toEqual(fields);
  });

  it.each([
    [
      'the same instant in three zones',
      core('2025-11-25T10:00:00.000-20:30', '2025-11-26T10:00:00.000+03:37', {
        end_of_sales: '2025-11-27T03:00:00.000+20:59',
      }),
    ],
    ['what is to be announced', core('tba', '2026-11-19T16:00:00Z')],
    ['one day for both', core(at, at)],
  ])('take %s', (_name, given) => {
    expect(faultsOfCore(given)).toEqual([]);
  });
});

describe('a shell', () => {
  const core = openEoxCore(
    cycle([end('STANDARD_SUPPORT', '2026-06-10'), end('EXTENDED_SUPPORT', '2028-06-30')]),
    AT,
  );
  const { statements } = openEoxShell(
    { name: 'ACME Billing', vendor: 'ACME' },
    core ? [{ cycle: '1', core }] : [],
  );

  it('is read as products with their release cycles', () => {
    expect(readOpenEox({ statements })).toEqual({
      products: [
        {
          ...{ name: 'ACME Billing', vendor: 'ACME', purls: [] },
          cycles: [
            {
              ...{ name: '1', releasedOn: null, activeUntil: null },
              ...{ supportedUntil: '2026-06-10', extendedUntil: '2028-06-30' },
              ...{ unknown: [], withdrawn: [] },
            },
          ],
        },
      ],
    });
  });

  it('is refused with its place', () => {
    const [statement] = statements;
    const early = {
      ...statement,
      core: { ...statement?.core, end_of_life: '2020-01-01T00:00:00Z' },
    };
    expect(readOpenEox({ statements: [early] })).toEqual({
      faults: [
        {
          path: ['statements', 0, 'core', 'end_of_life'],
          message: 'must not be before another date',
        },
      ],
    });
    expect(readOpenEox({ statements: [statement, statement] })).toMatchObject({
      faults: [{ path: ['statements', 1] }],
    });
    expect(
      readOpenEox({ statements: [{ ...statement, core: { ...statement?.core, more: 1 } }] }),
    ).toHaveProperty('faults');
  });
});
