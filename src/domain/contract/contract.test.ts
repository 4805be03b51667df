import { describe, expect, it, test } from 'vitest';
import type { Day } from '@/domain/eol/calendar';
import { day } from '@/domain/feed/testing/content';
import { AMOUNT, contractState, coveredWords, isDocumentLink } from './contract';
import { supportedEnd } from './support';

const term = { startsOn: day('2026-01-01'), endsOn: day('2027-01-01'), noticeDays: 90 };

test.each([
  ['2025-12-31', 'coming'],
  ['2026-01-01', 'running'],
  ['2026-10-02', 'running'],
  ['2026-10-03', 'ending'],
  ['2026-12-31', 'ending'],
  ['2027-01-01', 'ended'],
])('on %s a contract is %s', (today, state) => {
  expect(contractState(term, day(today))).toBe(state);
});

describe('the end of covered software', () => {
  const until = day('2027-01-01');

  const endedBy = day('2026-11-21');
  const end = (upstream: { readonly on: Day | null; readonly known: boolean }, by = endedBy) =>
    supportedEnd({ ...upstream, endedBy: by }, until);
  const byContract = { on: until, known: true, isByContract: true };

  it('is the later of both', () => {
    expect(end({ on: day('2024-07-31'), known: true })).toEqual(byContract);
    const later = { on: day('2029-01-01'), known: true };
    expect(end(later)).toEqual({ ...later, isByContract: false });
    const same = { on: until, known: true };
    expect(end(same)).toEqual({ ...same, isByContract: false });
  });

  it('is the contract’s where it was known before to have ended on an unknown day', () => {
    const undated = { on: day('2025-03-01'), known: false };
    expect(end(undated)).toEqual(byContract);
    expect(end(undated, day('2026-12-31'))).toEqual(byContract);
  });

  it('is unknown where that came to be known when the contract was over', () => {
    const undated = { on: day('2025-03-01'), known: false };
    for (const by of [until, day('2027-11-15')])
      expect(end(undated, by)).toEqual({ ...undated, isByContract: false });
  });

  it('stays unknown where nothing is known of it: no contract makes it end', () => {
    const unknown = { on: null, known: false };
    expect(end(unknown)).toEqual({ ...unknown, isByContract: false });
  });
});

test('amounts are decimal numbers with two digits after the point', () => {
  for (const text of ['0', '12000', '12000.5', '0.05', '999999999999.99']) {
    expect(AMOUNT.test(text)).toBe(true);
  }
  for (const text of ['', '-1', '01', '1,5', '1.234', '1e3', '1000000000000', ' 1']) {
    expect(AMOUNT.test(text)).toBe(false);
  }
});

test('documents are pages that are reached encrypted, without credentials', () => {
  expect(isDocumentLink('https://contracts.example.com/4711')).toBe(true);
  for (const text of ['http://example.com', 'https://a:b@example.com', 'javascript:1', 'x']) {
    expect(isDocumentLink(text)).toBe(false);
  }
});

test('a product without a cycle is every one of it', () => {
  expect(coveredWords({ productName: 'Perl', cycle: '5' })).toBe('Perl 5');
  expect(coveredWords({ productName: 'Perl', cycle: null })).toBe('Perl, every release cycle');
});
