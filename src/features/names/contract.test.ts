import { describe, expect, it, test } from 'vitest';
import { elsewhereWords, placeWords, type Support, supportWords } from './contract';

const TODAY = '2026-11-26';
const SUPPORT: Support = {
  ...{ contractId: 'c', vendor: 'Longterm', scope: 'organization', place: null },
  ...{ until: '2027-03-31', upstreamDate: '2024-06-30', upstreamDateKnown: true },
};

test.each([
  [{ scope: 'organization', place: null }, 'everywhere'],
  [{ scope: 'team', place: 'Payments' }, 'in the projects of Payments'],
  [{ scope: 'project', place: 'github//acme/shop' }, 'in acme/shop'],
] as const)('names where a contract covers: %o', (place, expected) => {
  expect(placeWords(place)).toBe(expected);
});

describe('the mark of a contract', () => {
  it('says with whom, until when, where, and how it stands upstream', () => {
    expect(supportWords(SUPPORT, TODAY)).toBe(
      'Supported until 31 Mar 2027 by contract with Longterm, everywhere; upstream ended 30 Jun 2024',
    );
  });

  test.each([
    [{ upstreamDate: '2026-11-26' }, 'upstream ended 26 Nov 2026'],
    [{ upstreamDate: '2026-11-27' }, 'upstream ends 27 Nov 2026'],
    [{ upstreamDateKnown: false }, 'upstream ended, date unknown'],
    [{ upstreamDate: null, upstreamDateKnown: false }, 'upstream has no known end'],
  ])('tells the end upstream: %o', (changes, expected) => {
    expect(supportWords({ ...SUPPORT, ...changes }, TODAY)).toContain(`; ${expected}`);
  });

  it('never says that a contract supports what lasts longer anyway, or whose end nobody knows', () => {
    for (const upstreamDate of ['2027-03-31', '2029-01-01', null]) {
      const words = supportWords({ ...SUPPORT, upstreamDate }, TODAY);
      expect(words).toMatch(/^Until 31 Mar 2027 also under contract with Longterm/);
    }
  });

  it('never says that one which has ended still supports', () => {
    const words = supportWords({ ...SUPPORT, until: '2026-11-26' }, TODAY);
    expect(words).toMatch(/^Supported no longer than 26 Nov 2026 by contract/);
  });

  it('tells what is covered elsewhere apart', () => {
    const elsewhere = { ...SUPPORT, scope: 'team', place: 'Payments' } as const;
    expect(elsewhereWords(elsewhere)).toBe(
      'Outside the contract with Longterm, which covers it in the projects of Payments',
    );
  });
});
