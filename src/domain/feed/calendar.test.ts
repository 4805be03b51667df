import { describe, expect, test } from 'vitest';
import { writeCalendar } from './calendar';
import { day, feedContent, feedCycle, feedMove } from './testing/content';

const lines = (...given: Parameters<typeof writeCalendar>) => writeCalendar(...given).split('\r\n');
const unfolded = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n');

test('an event is the day of an end, and the same until its data change', () => {
  const calendar = writeCalendar(feedContent(feedCycle()), []);
  expect(unfolded(calendar)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eventide//End of life//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:End of life: Acme',
    'X-WR-CALNAME:End of life: Acme',
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    'BEGIN:VEVENT',
    'UID:k18-o1@eventide',
    'DTSTAMP:20260102T030405Z',
    'LAST-MODIFIED:20260102T030405Z',
    'SEQUENCE:0',
    'DTSTART;VALUE=DATE:20260430',
    'DTEND;VALUE=DATE:20260501',
    'SUMMARY:Node.js 18 reaches its end of life',
    String.raw`DESCRIPTION:Node.js 18 is supported until 2026-04-30\, says the catalog.\n2 images hold it. Move to Node.js 24.`,
    'URL:https://eol.example.com:8443/software?product=Node.js',
    'TRANSP:TRANSPARENT',
    'CATEGORIES:End of life',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a moved date keeps its UID and raises its sequence', () => {
  const moves = [
    feedMove('2026-01-01', '2026-02-01', '2026-01-03T00:00:00Z'),
    feedMove('2026-02-01', '2026-04-30', '2026-01-04T05:06:07Z'),
  ];
  const calendar = lines(feedContent(feedCycle({ moves })), []);
  expect(calendar).toContain('UID:k18-o1@eventide');
  expect(calendar).toContain('SEQUENCE:2');
  expect(calendar).toContain('DTSTAMP:20260104T050607Z');
});

test('what has no known day is not in it', () => {
  const calendar = lines(feedContent(feedCycle({ endsOn: null, hasEnded: true })), [90]);
  expect(calendar).not.toContain('BEGIN:VEVENT');
});

test('reminders are events of their own', () => {
  const calendar = lines(feedContent(feedCycle()), [90, 1]);
  const starting = (start: string) => calendar.filter((line) => line.startsWith(start));
  expect(starting('UID:')).toEqual([
    'UID:k18-o1@eventide',
    'UID:k18-o1-90@eventide',
    'UID:k18-o1-1@eventide',
  ]);
  expect(starting('DTSTART')).toEqual([
    'DTSTART;VALUE=DATE:20260430',
    'DTSTART;VALUE=DATE:20260130',
    'DTSTART;VALUE=DATE:20260429',
  ]);
  expect(starting('SUMMARY').slice(1)).toEqual([
    'SUMMARY:Node.js 18 ends in 90 days',
    'SUMMARY:Node.js 18 ends in 1 day',
  ]);
});

test('a reminder before the first day that there is is left out', () => {
  const calendar = lines(feedContent(feedCycle({ endsOn: day('0001-01-01') })), [400]);
  expect(calendar.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
});

describe('text', () => {
  test('is escaped, and adds no line', () => {
    const productName = 'a,b;c\\d\r\nBEGIN:VEVENT\u0007';
    const calendar = writeCalendar(feedContent(feedCycle({ productName })), []);
    expect(calendar).toContain(String.raw`SUMMARY:a\,b\;c\\d\nBEGIN:VEVENT  18 reaches`);
    expect(calendar.split('\r\n').filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  });

  test.each(['é'.repeat(200), '字'.repeat(120), `x${'🦀'.repeat(90)}`, 'a'.repeat(61)])(
    'is folded after 75 octets, between characters: %s',
    (productName) => {
      const calendar = writeCalendar(feedContent(feedCycle({ productName })), []);
      const folded = calendar.split('\r\n');
      const sizes = folded.map((line) => Buffer.byteLength(line));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
      expect(unfolded(calendar)).toContain(`SUMMARY:${productName} 18 reaches its end of life`);
      expect(calendar).not.toContain('\ufffd');
    },
  );
});
