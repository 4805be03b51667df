import { describe, expect, test } from 'vitest';
import { type Day, parseDay } from '@/domain/eol/calendar';
import { perDegree } from '@/domain/evidence/degree';
import { type EndingSoftware, forecastOf, forecastQuarters, planCover } from './forecast';
import { forecastSentences } from './words';

const day = (text: string): Day => parseDay(text) ?? expect.fail(text);
const today = day('2026-11-27');

const software = (facts: Partial<EndingSoftware>): EndingSoftware => ({
  ...{ productKey: 'redis', productName: 'Redis', cycle: '6', eolOn: day('2027-02-01') },
  ...{ eolOnKnown: true, estimatedFrom: null, evidence: 'catalog' },
  ...{ findings: 2, planned: 0, unowned: 0 },
  ...{ teamIds: [], planIds: [], ...facts },
});

test('quarters are those of the calendar, the one of today first', () => {
  expect(forecastQuarters(today, 4)).toEqual([
    { first: '2026-10-01', last: '2026-12-31', name: 'Q4 2026' },
    { first: '2027-01-01', last: '2027-03-31', name: 'Q1 2027' },
    { first: '2027-04-01', last: '2027-06-30', name: 'Q2 2027' },
    { first: '2027-07-01', last: '2027-09-30', name: 'Q3 2027' },
  ]);
});

describe('a forecast', () => {
  const columnsOf = (rows: readonly EndingSoftware[]) =>
    forecastOf(rows, forecastQuarters(today, 4), today);
  const endingOn = (text: string) =>
    columnsOf([software({ eolOn: day(text) })]).columns.findIndex((column) => column.software > 0);

  test.each([
    ['2020-01-01', 0],
    ['2026-10-01', 0],
    ['2026-11-27', 0],
    ['2026-11-28', 1],
    ['2026-12-31', 1],
    ['2027-01-01', 2],
    ['2027-09-30', 4],
    ['2027-10-01', -1],
  ])('has what ends on %s in column %i', (text, column) => {
    expect(endingOn(text)).toBe(column);
  });

  test('adds up software, findings and plans, and teams once each', () => {
    const { columns, ahead } = columnsOf([
      software({ planned: 2, teamIds: ['a'], planIds: ['p'] }),
      software({ cycle: '7', findings: 5, planned: 1, unowned: 1, teamIds: ['a', 'b'] }),
      software({
        ...{ productKey: 'go', productName: 'Go', eolOn: day('2027-01-03') },
        ...{ findings: 1, evidence: 'own' },
      }),
      software({ eolOn: day('2026-01-01'), findings: 9 }),
    ]);
    const sums = {
      software: 3,
      evidence: { ...perDegree(() => 0), catalog: 2, own: 1 },
      planned: { all: 1, part: 1, none: 1 },
      ...{ findings: 8, plannedFindings: 3, unownedFindings: 1 },
      ...{ teamIds: ['a', 'b'], planIds: ['p'] },
    };
    expect(columns[2]).toMatchObject(sums);
    expect(ahead).toEqual(sums);
    expect(columns[0]).toMatchObject({ software: 1, findings: 9 });
  });

  test('has a line for each product, with its cycles once whatever their package types', () => {
    const { columns } = columnsOf([
      software({ cycle: '7', eolOn: day('2027-03-01') }),
      software({}),
      software({}),
    ]);
    expect(columns[2]?.lines).toMatchObject([
      {
        productName: 'Redis',
        ...{ software: 3, findings: 6, endsOn: '2027-02-01' },
        cycles: [
          { cycle: '6', endsOn: '2027-02-01' },
          { cycle: '7', endsOn: '2027-03-01' },
        ],
      },
    ]);
  });
});

test.each([
  [{ findings: 3, planned: 3 }, 'all'],
  [{ findings: 3, planned: 1 }, 'part'],
  [{ findings: 3, planned: 0 }, 'none'],
])('of %j plans cover %s', (counts, cover) => {
  expect(planCover(counts)).toBe(cover);
});

describe('the sentences', () => {
  const none = { software: 0, images: 0, teams: 0, estimates: 0 };
  const noneAhead = { ...none, planned: { all: 0, part: 0 } };

  test('say what a manager asks', () => {
    expect(
      forecastSentences({
        quarters: 4,
        overdue: { software: 14, images: 1200, teams: 3, estimates: 2 },
        ahead: { software: 7, images: 9, teams: 1, planned: { all: 2, part: 1 } },
        trend: { on: '2025-12-31', then: 60, now: 41 },
      }),
    ).toEqual([
      '14 pieces of software in use have ended, in 1,200 images across 3 teams: 2 by an estimate.',
      'In the next four quarters, this one included, 7 more end, in 9 images of 1 team: 2 are planned, 1 in part, 4 not at all.',
      'Findings of ended software: 41, down from 60 on 2025-12-31.',
    ]);
  });

  test('of one thing, and of nothing', () => {
    expect(
      forecastSentences({
        quarters: 6,
        overdue: { software: 1, images: 1, teams: 0, estimates: 1 },
        ahead: { software: 1, images: 1, teams: 0, planned: { all: 0, part: 0 } },
        trend: { on: '2025-12-31', then: 2, now: 2 },
      }),
    ).toEqual([
      '1 piece of software in use has ended, in 1 image: by an estimate.',
      'In the next six quarters, this one included, 1 more ends, in 1 image: it is not planned.',
      'Findings of ended software, as many as on 2025-12-31: 2.',
    ]);
    expect(
      forecastSentences({ quarters: 4, overdue: none, ahead: noneAhead, trend: null }),
    ).toEqual([
      'Nothing in use has ended.',
      'Nothing more ends in the next four quarters, this one included.',
    ]);
  });
});
