import { describe, expect, it, test } from 'vitest';
import { ask, day, end, found, nothing, withSupport } from './testing/matches';

test('both described shapes stand side by side', () => {
  const announced = { reason: 'vendor_announced', isDefault: false } as const;
  expect(ask(found)).toEqual({
    error: null,
    result: {
      componentName: 'nodejs',
      ecosystem: 'generic',
      version: {
        id: 'cv_9UkHkNRuje2bx8LVKEkyw3',
        version: '16.0.0',
        componentId: 'c_FaxyBqZpv5WKDU8nXjpcLj',
        releasedAt: '2021-04-20T00:00:00.000Z',
        createdAt: '2021-04-20T00:00:00.000Z',
        updatedAt: '2023-08-08T00:00:00.000Z',
      },
      eol: {
        now: {
          primary: {
            ...announced,
            date: '2023-09-11T00:00:00.000Z',
            supportLevel: 'STANDARD_SUPPORT',
            isDefault: true,
          },
          other: [
            { ...announced, date: '2022-10-18T00:00:00.000Z', supportLevel: 'ACTIVE_SUPPORT' },
          ],
        },
        future: {
          ...announced,
          date: '2027-04-30T00:00:00.000Z',
          supportLevel: 'EXTENDED_SUPPORT',
        },
      },
      lifecycles: [
        expect.objectContaining({ supportLevel: 'ACTIVE_SUPPORT', eolField: 'eoasFrom' }),
        {
          id: 'life_8mZEHwhGFCp15w2UkbNHHc',
          eolAt: '2023-09-11T00:00:00.000Z',
          componentId: 'c_FaxyBqZpv5WKDU8nXjpcLj',
          range: '16.x',
          supportLevel: 'STANDARD_SUPPORT',
          isDefault: true,
          uri: 'https://nodejs.org/en/about/previous-releases',
          eolField: 'eolFrom',
          isEol: true,
          componentVersionId: 'cv_9UkHkNRuje2bx8LVKEkyw3',
          lifecycleId: 'life_X4qch7aRsAYjcxxzKcL4Cn',
        },
        expect.objectContaining({
          supportLevel: 'EXTENDED_SUPPORT',
          eolField: 'eoesFrom',
          isDefault: false,
          isEol: false,
        }),
      ],
      registry: null,
    },
    eol: true,
    eol_reason: 'VENDOR_ANNOUNCED',
    eol_date: '2023-09-11T00:00:00.000Z',
    match: { found: true, message: '' },
    evidence_degree: 'catalog',
    found_support: true,
    request: { identifier: { name: 'nodejs', version: '16.0.0', ecosystem: 'generic' } },
    evidence: {
      schema_version: '1.0.0',
      id: 'nodejs/16',
      modified: '2023-08-08T00:00:00.000Z',
      published: '2021-04-20T00:00:00.000Z',
      entity: {
        lts: true,
        name: 'Node.js',
        released: '2021-04-20T00:00:00.000Z',
        type: 'software',
        vendor: 'OpenJS Foundation',
        version: '16.0.0',
      },
      support: [
        { eol: '2022-10-18T00:00:00.000Z', id: 'ACTIVE_SUPPORT', level: 1 },
        { eol: '2023-09-11T00:00:00.000Z', id: 'STANDARD_SUPPORT', level: 2 },
        { eol: '2027-04-30T00:00:00.000Z', id: 'EXTENDED_SUPPORT', level: 3 },
      ],
      references: [
        { type: 'WEB', url: 'https://nodejs.org/en/about/previous-releases' },
        { type: 'CHANGELOG', url: 'https://nodejs.org/en/blog/release/v16.20.2/' },
      ],
      identification: {
        cpes: ['cpe:2.3:a:nodejs:node.js'],
        custom: { name: 'Node.js', vendor: 'OpenJS Foundation' },
        purls: ['pkg:generic/node'],
        versions: ['16.0.0', '16'],
      },
    },
  });
});

describe('the support level that is asked for decides', () => {
  test.each([
    ['ACTIVE_SUPPORT', true, '2022-10-18', ['STANDARD_SUPPORT'], 'EXTENDED_SUPPORT', true],
    ['STANDARD_SUPPORT', true, '2023-09-11', ['ACTIVE_SUPPORT'], 'EXTENDED_SUPPORT', true],
    [
      'EXTENDED_SUPPORT',
      false,
      '2027-04-30',
      ['ACTIVE_SUPPORT', 'STANDARD_SUPPORT'],
      'EXTENDED_SUPPORT',
      true,
    ],
    ['PREMIUM', false, null, ['ACTIVE_SUPPORT', 'STANDARD_SUPPORT'], 'EXTENDED_SUPPORT', false],
  ])('%s', (lifecycle, eol, date, other, future, isFound) => {
    const answer = ask(found, { lifecycle });
    const instant = date && `${date}T00:00:00.000Z`;
    expect(answer).toMatchObject({ eol, eol_date: instant, found_support: isFound });
    const { now, future: coming } = answer.result?.eol ?? {};
    expect(now?.primary?.supportLevel ?? null).toBe(eol ? lifecycle : null);
    expect(now?.other.map(({ supportLevel }) => supportLevel)).toEqual(other);
    expect(coming?.supportLevel).toBe(future);
  });

  it('says which levels there are when it has no such level', () => {
    expect(ask(found, { lifecycle: 'PREMIUM' }).match).toEqual({
      found: true,
      message:
        'Node.js 16 (LTS) has no support level of that name; it has ACTIVE_SUPPORT, STANDARD_SUPPORT, EXTENDED_SUPPORT',
    });
  });
});

describe('the day decides', () => {
  test.each([
    ['2023-09-10', false, 'STANDARD_SUPPORT'],
    ['2023-09-11', true, 'EXTENDED_SUPPORT'],
    ['2027-04-29', true, 'EXTENDED_SUPPORT'],
    ['2027-04-30', true, null],
    ['2022-01-01', false, 'STANDARD_SUPPORT'],
  ])('on %s', (today, eol, future) => {
    const answer = ask(found, { today: day(today) });
    expect(answer.eol).toBe(eol);
    expect(answer).toMatchObject({
      eol_reason: 'VENDOR_ANNOUNCED',
      eol_date: '2023-09-11T00:00:00.000Z',
    });
    expect(answer.result?.eol.future?.supportLevel ?? null).toBe(future);
  });

  it('does not take the catalog’s word for an end that is still to come', () => {
    const answer = ask(withSupport(end('STANDARD_SUPPORT', '2027-01-01', true)));
    expect(answer).toMatchObject({ eol: false, eol_date: '2027-01-01T00:00:00.000Z' });
  });
});

test('ended on a day that is not known', () => {
  const answer = ask(withSupport(end('STANDARD_SUPPORT', null, true)));
  expect(answer).toMatchObject({
    eol: true,
    eol_reason: 'VENDOR_ANNOUNCED',
    eol_date: null,
    found_support: true,
    match: { message: 'STANDARD_SUPPORT of Node.js 16 (LTS) has ended on a day that is not known' },
    result: {
      eol: { now: { primary: { date: null } }, future: null },
      lifecycles: [{ eolAt: null, isEol: true }],
    },
  });
});

test('ended by estimate', () => {
  const { cycle } = found;
  const support = [end('STANDARD_SUPPORT', null, true)];
  const answer = ask({ ...found, cycle: { ...cycle, support, inferred: { from: '18' } } });
  expect(answer).toMatchObject({
    eol: true,
    eol_date: null,
    estimated_from: '18',
    match: {
      message:
        'Node.js 16 (LTS) is estimated to have ended: it is older than Node.js 18, which has ended, and the catalog does not have it',
    },
  });
});

test('an end that is not known is not presented as support', () => {
  const answer = ask(
    withSupport(end('ACTIVE_SUPPORT', '2026-12-01'), end('STANDARD_SUPPORT', null)),
  );
  expect(answer).toMatchObject({
    eol: false,
    eol_reason: null,
    eol_date: null,
    found_support: true,
    match: { found: true, message: expect.stringMatching(/^Nothing is known of the end of/) },
    result: {
      eol: { now: { primary: null }, future: { supportLevel: 'ACTIVE_SUPPORT' } },
      lifecycles: [{ isEol: false }, { eolAt: null, isEol: null }],
    },
  });
  expect(ask(withSupport())).toMatchObject({
    found_support: false,
    match: { message: 'Node.js 16 (LTS) has no support level of that name; it has none' },
    result: { lifecycles: [] },
  });
});

test('nothing found says what was tried, and claims nothing', () => {
  expect(ask(nothing)).toEqual({
    error: null,
    result: null,
    eol: false,
    eol_reason: null,
    eol_date: null,
    match: { found: false, message: 'No product is called left-pad' },
    evidence_degree: 'unknown',
    found_support: false,
    request: { identifier: { name: 'nodejs', version: '16.0.0', ecosystem: 'generic' } },
    evidence: null,
  });
});

test('a date of the organization’s own is said to be one', () => {
  const override = {
    catalogEndsOn: day('2023-09-11'),
    catalogEnded: true,
    reason: 'extended support is paid for',
    setBy: 'Ada',
    setOn: day('2026-01-01'),
  };
  expect(ask(withSupport({ ...end('STANDARD_SUPPORT', '2028-01-01'), override }))).toMatchObject({
    eol: false,
    eol_date: '2028-01-01T00:00:00.000Z',
    match: {
      message:
        'The date is the organization’s own, in place of 2023-09-11: extended support is paid for',
    },
    evidence: { support: [{ eol: '2028-01-01T00:00:00.000Z' }] },
  });
});
