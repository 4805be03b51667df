import { afterEach, expect, test } from 'vitest';
import { perDegree } from '@/domain/evidence/degree';
import { forecastFacts, forecastSentences } from '@/domain/forecast/words';
import { forecast, forecastColumn, forecastLine } from './testing/forecasts';
import { columnWords, endWords, lineName, planWords, sentencesOf, teamWords } from './words';

afterEach(() => {
  globalThis.acceptLanguageOfPage = undefined;
});

const known = { ends_on: '2027-01-01', ends_on_known: true, estimated_from: null };

test('a line is named by its product and cycles, each cycle once', () => {
  const cycles = ['1', '1', '2', '3', '4'].map((cycle) => ({ cycle, ...known }));
  expect(lineName(forecastLine())).toBe('Redis 7');
  expect(lineName(forecastLine({ cycles }))).toBe('Redis 1, 2, 3 and 1 more');
});

test('a day that nobody knows is never said', () => {
  const undated = { ...known, cycle: '5', ends_on_known: false };
  const wordsOf = (...cycles: (typeof undated)[]) => endWords(forecastLine({ cycles }));
  expect(endWords(forecastLine())).toBe('1 Jan 2027');
  expect(wordsOf(undated)).toBe('Ended, date unknown');
  expect(wordsOf(undated, { ...known, cycle: '7' })).toBe('from 1 Jan 2027');
  const estimated = forecastLine({ cycles: [{ ...undated, estimated_from: '6' }] });
  expect(endWords(estimated)).toBe('Ended, estimated');
});

test('what nobody owns is said beside the teams', () => {
  expect(teamWords(forecastLine())).toBe('Payments, Shop, 1 more');
  const loose = { team_names: [], teams: 0, unowned_findings: 1 };
  expect(teamWords(forecastLine(loose))).toBe('no owner');
});

test.each([
  [{ cover: 'none' }, 'No plan'],
  [{ cover: 'all', next_due_on: '2026-12-31' }, 'Planned, due 31 Dec 2026'],
  [{ cover: 'part', under_way: 1 }, 'Under way for 3 of 5 findings'],
  [{ cover: 'all', under_way: 1, overdue: 1 }, 'Overdue'],
] as const)('%j', (plan, words) => {
  const line = forecastLine({ planned_findings: 3 });
  expect(planWords({ ...line, plan: { ...line.plan, ...plan } })).toBe(words);
});

test('a column says what it holds and how much is planned', () => {
  const planned = { all: 0, part: 1, none: 1 };
  const column = forecastColumn('Q1 2027', { software: 2, images: 4, teams: 3, planned });
  expect(columnWords(column)).toBe('2 in 4 images of 3 teams · none planned, 1 in part');
  const evidence = perDegree((degree) => (['catalog', 'inferred'].includes(degree) ? 1 : 0));
  const estimated = forecastColumn(null, { software: 2, images: 1, evidence });
  expect(columnWords(estimated)).toBe('2 in 1 image · none planned · 1 by an estimate');
  expect(columnWords(forecastColumn('Q1 2027'))).toBe('nothing');
});

test('the sentences are those of the API, with numbers and days as the reader writes them', () => {
  const evidence = perDegree((degree) => (degree === 'inferred' ? 1_100 : 0));
  const ended = forecastColumn(null, { software: 12_480, images: 1_204, teams: 1_003, evidence });
  const month = { as_of: '2026-11-21', ended: 41_000, soon: 0 };
  const trend = Array.from({ length: 12 }, () => ({ ...month, ended: 60_000 }))
    .with(0, { as_of: '2025-12-31', ended: 61_000, soon: 0 })
    .with(11, month);
  const told = { ...forecast([ended]), quarters: 4, trend };
  globalThis.acceptLanguageOfPage = () => 'de-DE';
  expect(sentencesOf(told)).toEqual([
    '12.480 pieces of software in use have ended, in 1.204 images across 1.003 teams: 1.100 by an estimate.',
    'In the next four quarters, this one included, 7 more end, in 9 images of 1 team: none is planned.',
    'Findings of ended software: 41.000, down from 61.000 on 31 Dec 2025.',
  ]);
  // What no reader's page is, is written in English whoever asks.
  const [first] = forecastSentences(forecastFacts(told));
  expect(first).toContain('12,480 pieces of software');
  const [, , change] = forecastSentences(forecastFacts(told));
  expect(change).toBe('Findings of ended software: 41,000, down from 61,000 on 2025-12-31.');
  globalThis.acceptLanguageOfPage = () => 'en-US';
  expect(sentencesOf(told)[2]).toContain('down from 61,000 on Dec 31, 2025.');
});
