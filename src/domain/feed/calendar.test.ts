import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { roomFor, writeCalendar } from './calendar';
import { day, feedContent, feedCycle, feedMove } from './testing/content';

const unfolded = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n');

/** A calendar as a program that reads calendars has it. */
function read(calendar: string) {
  const root = new ICAL.Component(ICAL.parse(calendar) as unknown[]);
  const events = root.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return {
    name: root.getFirstPropertyValue('name'),
    description: root.getFirstPropertyValue('description'),
    refresh: root.getFirstPropertyValue('refresh-interval')?.toString(),
    events: events.map((event) => ({
      uid: event.uid,
      start: event.startDate.toString(),
      end: event.endDate.toString(),
      isDay: event.startDate.isDate,
      sequence: event.sequence,
      summary: event.summary,
      description: event.description,
      stamp: String(event.component.getFirstPropertyValue('dtstamp')),
      url: String(event.component.getFirstPropertyValue('url')),
    })),
  };
}

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
    String.raw`DESCRIPTION:Node.js 18 is supported until 2026-04-30\, says the catalog.\nEvidence: Catalog.\n2 images hold it. Move to Node.js 24.`,
    'URL:https://eol.example.com:8443/software?product=Node.js',
    'TRANSP:TRANSPARENT',
    'CATEGORIES:End of life',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a reader of calendars finds the day, and everything that is said of it', () => {
  expect(read(writeCalendar(feedContent(feedCycle()), []))).toEqual({
    ...{ name: 'End of life: Acme', description: null, refresh: 'PT12H' },
    events: [
      {
        uid: 'k18-o1@eventide',
        ...{ start: '2026-04-30', end: '2026-05-01', isDay: true, sequence: 0 },
        summary: 'Node.js 18 reaches its end of life',
        description:
          'Node.js 18 is supported until 2026-04-30, says the catalog.\nEvidence: Catalog.\n2 images hold it. Move to Node.js 24.',
        stamp: '2026-01-02T03:04:05Z',
        url: 'https://eol.example.com:8443/software?product=Node.js',
      },
    ],
  });
});

test('a moved date keeps its UID and raises its sequence, also when its first moves are forgotten', () => {
  const moves = [
    feedMove('2026-01-01', '2026-02-01', '2026-01-03T00:00:00Z', 41),
    feedMove('2026-02-01', '2026-04-30', '2026-01-04T05:06:07Z', 42),
  ];
  const { events } = read(writeCalendar(feedContent(feedCycle({ moves })), []));
  expect(events).toMatchObject([
    { uid: 'k18-o1@eventide', sequence: 42, stamp: '2026-01-04T05:06:07Z' },
  ]);
});

test('what has no known day is not in it', () => {
  const calendar = writeCalendar(feedContent(feedCycle({ endsOn: null, hasEnded: true })), [90]);
  expect(read(calendar).events).toEqual([]);
});

test('reminders are events of their own', () => {
  const { events } = read(writeCalendar(feedContent(feedCycle()), [90, 1]));
  expect(events.map(({ uid, start, end, summary }) => [uid, start, end, summary])).toEqual([
    ['k18-o1@eventide', '2026-04-30', '2026-05-01', 'Node.js 18 reaches its end of life'],
    ['k18-o1-90@eventide', '2026-01-30', '2026-01-31', 'Node.js 18 ends in 90 days'],
    ['k18-o1-1@eventide', '2026-04-29', '2026-04-30', 'Node.js 18 ends in 1 day'],
  ]);
});

test('a reminder before the first day that there is is left out', () => {
  const calendar = writeCalendar(feedContent(feedCycle({ endsOn: day('0001-01-01') })), [400]);
  expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
});

test('the last day that there is has an event of a day as any other has', () => {
  const calendar = writeCalendar(feedContent(feedCycle({ endsOn: day('9999-12-31') })), [1]);
  expect(calendar.match(/^DT(?:START|END);.*$/gm)).toEqual([
    'DTSTART;VALUE=DATE:99991231',
    'DTSTART;VALUE=DATE:99991230',
    'DTEND;VALUE=DATE:99991231',
  ]);
});

test('it has room for 10,000 events, reminders included, and says what it leaves out', () => {
  expect([roomFor([]), roomFor([30]), roomFor([30, 7])]).toEqual([10_000, 5_000, 3_333]);
  const said = '7 more release cycles are left out: a calendar holds up to 10000 events.';
  const { description } = read(writeCalendar({ ...feedContent(feedCycle()), leftOut: 7 }, []));
  expect(description).toBe(said);
});

describe('text', () => {
  const productName = 'a,b;c\\d:"e"\r\nBEGIN:VEVENT\u0007';

  test('is escaped, and adds no line', () => {
    const content = { ...feedContent(feedCycle({ productName })), title: productName };
    const { name, events } = read(writeCalendar(content, []));
    // The reader does not know that the name is a text, and gives it as it is written.
    expect(name).toBe(String.raw`End of life: a\,b\;c\\d:"e"\nBEGIN:VEVENT `);
    expect(events).toHaveLength(1);
    expect(events[0]?.summary).toBe('a,b;c\\d:"e"\nBEGIN:VEVENT  18 reaches its end of life');
    expect(new URL(events[0]?.url ?? '').searchParams.get('product')).toBe(productName);
  });

  test.each(['é'.repeat(200), '字'.repeat(120), `x${'🦀'.repeat(90)}`, 'a'.repeat(61)])(
    'is folded after 75 octets, between characters: %s',
    (long) => {
      const calendar = writeCalendar(feedContent(feedCycle({ productName: long })), []);
      const sizes = calendar.split('\r\n').map((line) => Buffer.byteLength(line));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
      // Each line by itself is text: a character that is cut would come back as another one.
      const again = calendar
        .split('\r\n')
        .map((line) => Buffer.from(line).toString())
        .join('\r\n');
      expect(again).toBe(calendar);
      expect(read(calendar).events[0]?.summary).toBe(`${long} 18 reaches its end of life`);
    },
  );
});
