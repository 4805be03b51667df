import { describe, expect, it, test } from 'vitest';
import { type Day, parseDay } from '@/domain/eol/calendar';
import { burnDown } from './burn-down';
import {
  boardColumns,
  isInColumn,
  isTicketLink,
  type Measured,
  planState,
  standingOf,
} from './plan';
import { lastDayOfQuarter, quarterOf, quarterWords } from './quarter';

const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`${text} is no day`);
  return parsed;
};
const at = new Date('2026-11-20T09:00:00Z');

describe('where a plan stands', () => {
  const held: Measured = { images: 3, left: 3, lastGoneAt: null, againSince: null };

  it.each([
    ['planned while as many hold it as ever did', null, {}, 'planned'],
    ['under way once somebody says so', at, {}, 'under_way'],
    ['under way once an image gave it up', null, { left: 2, lastGoneAt: at }, 'under_way'],
    ['done when none holds it', null, { left: 0, lastGoneAt: at }, 'done'],
    ['done whatever anybody says', at, { left: 0, lastGoneAt: at, againSince: at }, 'done'],
    ['found again', at, { left: 1, lastGoneAt: at, againSince: at }, 'found_again'],
  ] as const)('%s', (_, startedAt, more, state) => {
    expect(planState(startedAt, standingOf({ ...held, ...more }))).toBe(state);
  });
});

describe('quarters', () => {
  it.each([
    ['2026-01-01', '2026-01-01', '2026-03-31', 'Q1 2026'],
    ['2026-03-31', '2026-01-01', '2026-03-31', 'Q1 2026'],
    ['2026-05-31', '2026-04-01', '2026-06-30', 'Q2 2026'],
    ['2026-11-30', '2026-10-01', '2026-12-31', 'Q4 2026'],
    ['2028-02-29', '2028-01-01', '2028-03-31', 'Q1 2028'],
  ])('%s', (of, first, last, words) => {
    expect(quarterOf(day(of))).toBe(first);
    expect(lastDayOfQuarter(day(first))).toBe(last);
    expect(quarterWords(day(first))).toBe(words);
  });
});

describe('the board', () => {
  const today = day('2026-11-25');
  const columns = boardColumns(today);
  const columnOf = (state: 'planned' | 'done', dueOn: string) =>
    columns
      .filter((column) => isInColumn(column, { state, dueOn: day(dueOn) }, today))
      .map((column) => (column.kind === 'quarter' ? column.first : column.kind));

  it('has what is late, three quarters, what is later and what is done', () => {
    expect(
      columns.map((column) => (column.kind === 'quarter' ? column.first : column.kind)),
    ).toEqual(['overdue', '2026-10-01', '2027-01-01', '2027-04-01', 'later', 'done']);
  });

  it.each([
    ['planned', '2026-11-24', 'overdue'],
    ['planned', '2026-11-25', '2026-10-01'],
    ['planned', '2026-12-31', '2026-10-01'],
    ['planned', '2027-01-01', '2027-01-01'],
    ['planned', '2027-06-30', '2027-04-01'],
    ['planned', '2027-07-01', 'later'],
    ['done', '2026-11-24', 'done'],
    ['done', '2027-07-01', 'done'],
  ] as const)('puts one that is %s and due on %s into %s alone', (state, dueOn, column) => {
    expect(columnOf(state, dueOn)).toEqual([column]);
  });
});

describe('images left by day', () => {
  it('begins with those that held it then, and keeps the last day', () => {
    const changes = [
      { day: day('2026-11-20'), came: 3, gone: 1 },
      { day: day('2026-11-22'), came: 0, gone: 2 },
    ];
    const days = { from: day('2026-11-20'), to: day('2026-11-23') };
    expect(burnDown(changes, days).map(({ left }) => left)).toEqual([2, 2, 0, 0]);
  });

  it('has no more points than a chart has room for, and none of them is out of turn', () => {
    const changes = [{ day: day('2020-01-01'), came: 5, gone: 0 }];
    const points = burnDown(changes, { from: day('2020-01-01'), to: day('2026-11-23') });
    expect(points.length).toBeLessThanOrEqual(400);
    expect(points.at(-1)).toEqual({ day: '2026-11-23', left: 5 });
    expect(points.every(({ left }) => left === 5)).toBe(true);
  });
});

test('a ticket is a web page without credentials', () => {
  expect(isTicketLink('https://tickets.example.com/1')).toBe(true);
  for (const text of [
    'http://a.example/1',
    'javascript:alert(1)',
    'https://a:b@c.example',
    'SHOP-1',
  ]) {
    expect(isTicketLink(text)).toBe(false);
  }
});
