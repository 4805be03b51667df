import { addDays, type Day, daysBetween } from '@/domain/eol/calendar';
import type { FeedContent } from './content';
import { type DatedEvent, datedEvents, eventWords } from './dated-event';

/** RFC 5545 (3.1): the most octets of a line, without its break. */
const MAX_LINE_OCTETS = 75;
/** How often calendars should look again. */
const REFRESH = 'PT12H';
/** Some six megabytes; readers give up on less. */
const MAX_EVENTS = 10_000;
const encoder = new TextEncoder();

/** Gives how many days a calendar has room for, each with its reminders. */
export function roomFor(reminders: readonly number[]): number {
  return Math.floor(MAX_EVENTS / (1 + reminders.length));
}

/**
 * Writes what is due in a scope as a calendar (RFC 5545, RFC 7986): an event of a day for each. Everything in it is
 * from the data, so that it is the same until that changes. Calendars that are subscribed to ignore alarms: a reminder
 * is an event of its own. A calendar of which something was left out says so.
 * @param reminders days before
 */
export function writeCalendar(content: FeedContent, reminders: readonly number[]): string {
  const name = `End of life: ${content.title}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eventide//End of life//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    text('NAME', name),
    text('X-WR-CALNAME', name),
    ...(content.leftOut > 0 ? describe(content.leftOut) : []),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...datedEvents(content).flatMap((event) => linesOf(event, content.organizationId, reminders)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function describe(leftOut: number): string[] {
  const said = `${String(leftOut)} more release cycles are left out: a calendar holds up to ${String(MAX_EVENTS)} events.`;
  return [text('DESCRIPTION', said), text('X-WR-CALDESC', said)];
}

function linesOf(
  event: DatedEvent,
  organizationId: string,
  reminders: readonly number[],
): string[] {
  const { name, key, sequence } = event;
  const words = eventWords(event);
  const itself = { on: event.on, id: '', summary: `${name} ${words.on}` };
  const before = reminders
    .map((days) => ({
      on: addDays(event.on, -days),
      days,
      id: `-${String(days)}`,
      summary: `${name} ${words.before} in ${days === 1 ? '1 day' : `${String(days)} days`}`,
    }))
    // Not where the calendar does not go back that far.
    .filter(({ on, days }) => daysBetween(on, event.on) === days);
  const changedAt = stamp(event.changedAt);
  return [itself, ...before].flatMap(({ on, id, summary }) => [
    'BEGIN:VEVENT',
    `UID:${key}-${organizationId}${id}@eventide`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    `SEQUENCE:${String(sequence)}`,
    `DTSTART;VALUE=DATE:${compact(on)}`,
    // Exclusive: the day after. Without one it is the one day, too: the last of the calendar has none after it.
    ...(addDays(on, 1) > on ? [`DTEND;VALUE=DATE:${compact(addDays(on, 1))}`] : []),
    text('SUMMARY', summary),
    text('DESCRIPTION', event.description),
    `URL:${event.url}`,
    'TRANSP:TRANSPARENT',
    text('CATEGORIES', words.category),
    'END:VEVENT',
  ]);
}

/** `20261121T120000Z` */
function stamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

const compact = (day: Day) => day.replaceAll('-', '');

/** A property of text: RFC 5545 (3.3.11) escapes four characters, and has no other controls than a tab. */
function text(property: string, value: string): string {
  const escaped = value
    .toWellFormed()
    .replaceAll(/\r\n|\r/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
  return `${property}:${escaped}`;
}

/** Breaks a line after 75 octets at most, never within a character; the rest of it begins with a space. */
function folded(line: string): string {
  if (encoder.encode(line).byteLength <= MAX_LINE_OCTETS) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).byteLength;
    if (octets + size > MAX_LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
