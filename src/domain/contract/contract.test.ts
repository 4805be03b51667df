import { describe, expect, it, test } from 'vitest';
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

  it('is the later of both', () => {
    const ended = { on: day('2024-07-31'), known: true };
    expect(supportedEnd(ended, until)).toEqual({ on: until, known: true, isByContract: true });
    const later = { on: day('2029-01-01'), known: true };
    expect(supportedEnd(later, until)).toEqual({ ...later, isByContract: false });
    const same = { on: until, known: true };
    expect(supportedEnd(same, until)).toEqual({ ...same, isByContract: false });
  });

  it('is the contract’s where it ended on an unknown day', () => {
    const undated = { on: day('2025-03-01'), known: false };
    expect(supportedEnd(undated, until)).toEqual({ on: until, known: true, isByContract: true });
  });

  it('stays unknown where nothing is known of it: no contract makes it end', () => {
    const unknown = { on: null, known: false };
    expect(supportedEnd(unknown, until)).toEqual({ ...unknown, isByContract: false });
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
