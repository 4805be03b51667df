import { expect, test } from 'vitest';
import { feedAddressOf, isFeedPath } from './path';
import { parseReminders } from './reminders';

test.each([
  ['/feeds/t/calendar.ics', { file: 'calendar.ics' }],
  ['/feeds/t/badge.svg', { file: 'badge.svg' }],
  ['/feeds/t/badge.svg/', { file: 'badge.svg' }],
  ['/feeds/t/badge.svg//', null],
  ['/feeds//badge.svg', { file: 'badge.svg' }],
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

const SECRET = 's'.repeat(43);
const TOKEN = `evf_k3PzQ8aV_${SECRET}`;

test('the token is read whole, and the log gets enough of it to tell whose it is', () => {
  const address = feedAddressOf(`/feeds/${TOKEN}/feed.atom`);
  expect(address.token).toBe(TOKEN);
  expect(address.shownPath).toBe('/feeds/evf_k3PzQ8aV…/feed.atom');
});

test.each([
  `/feeds/${TOKEN}`,
  `/feeds/${TOKEN}/`,
  `/feeds//${TOKEN}/calendar.ics`,
  `/feeds/x/${TOKEN}/calendar.ics`,
  `/feeds/${TOKEN}x/calendar.ics`,
  `/feeds/${TOKEN.replaceAll('_', '%5F')}/calendar.ics`,
  `/feeds/${SECRET}/calendar.ics`,
  `/feeds/${TOKEN}/calendar.ics/${TOKEN}`,
])('the log gets no secret from %s', (path) => {
  expect(feedAddressOf(path).shownPath).not.toContain(SECRET);
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
