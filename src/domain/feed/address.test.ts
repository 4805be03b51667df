import { expect, test } from 'vitest';
import { feedAddressOf, isFeedPath } from './address';
import { parseReminders } from './reminders';

test.each([
  ['/feeds/t/calendar.ics', { file: 'calendar.ics' }],
  ['/feeds/t/badge.svg', { file: 'badge.svg' }],
  ['/feeds/t/endoflife/nodejs.json', { product: 'nodejs' }],
  ['/feeds/t/endoflife/a%2Fb.json', { product: 'a/b' }],
  ['/feeds/t/endoflife/%ff.json', null],
  ['/feeds/t/endoflife/a/b.json', null],
  ['/feeds/t/endoflife/nodejs', null],
  ['/feeds/t/', null],
  ['/feeds/t', null],
  ['/feeds/', null],
  ['/feeds', null],
])('%s', (path, wanted) => {
  expect(feedAddressOf(path).wanted).toEqual(wanted);
});

test('logs get enough of a token to tell whose it is', () => {
  const token = `evf_k3PzQ8aV_${'s'.repeat(43)}`;
  const address = feedAddressOf(`/feeds/${token}/feed.atom`);
  expect(address.token).toBe(token);
  expect(address.shownPath).toBe('/feeds/evf_k3PzQ8aV…/feed.atom');
});

test('only what lies below is of feeds', () => {
  expect(['/feeds/x', '/feeds', '/feedsx/y', '/api/feeds/x'].map(isFeedPath)).toEqual([
    ...[true, false, false, false],
  ]);
});

test.each([
  [null, []],
  ['', []],
  ['90', [90]],
  ['90,30,90', [90, 30]],
  ['730,1', [730, 1]],
])('reminders %j', (text, days) => {
  expect(parseReminders(text)).toEqual(days);
});

test.each(['0', '731', 'soon', '90,', '-1', '1.5', '1,2,3,4,5,6,7,8,9,10,11', '90 30'])(
  'reminders %j are refused',
  (text) => {
    expect(() => parseReminders(text)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        faults: [expect.objectContaining({ loc: ['query', 'reminders'] })],
      }),
    );
  },
);
