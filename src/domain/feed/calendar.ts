import { addDays, type Day, parseDay } from '@/domain/eol/calendar';
import {
  type FeedContent,
  type FeedCycle,
  holdingWords,
  nameOf,
  productUrl,
  sourceWords,
} from './content';

/** RFC 5545 (3.1): the most octets of a line, without its break. */
const MAX_LINE_OCTETS = 75;
/** How often calendars should look again. */
const REFRESH = 'PT12H';
const encoder = new TextEncoder();

/**
 * Writes the ends of a scope as a calendar (RFC 5545, RFC 7986): one event of a day for each cycle whose day is known.
 * Everything in it is from the data, so that it is the same until that changes. Calendars that are subscribed to
 * ignore alarms: a reminder is an event of its own.
 * @param reminders days before an end
 */
export function writeCalendar(content: FeedContent, reminders: readonly number[]): string {
  const name = `End of life: ${content.title}`;
  const events = content.cycles.flatMap((cycle) =>
    cycle.endsOn === null ? [] : eventsOf(content, cycle, cycle.endsOn, reminders),
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eventide//End of life//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    text('NAME', name),
    text('X-WR-CALNAME', name),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventsOf(
  content: FeedContent,
  cycle: FeedCycle,
  endsOn: Day,
  reminders: readonly number[],
): string[] {
  const name = nameOf(cycle);
  const end = { on: endsOn, id: '', summary: `${name} reaches its end of life` };
  const before = reminders
    .map((days) => ({
      on: addDays(endsOn, -days),
      id: `-${String(days)}`,
      summary: `${name} ends in ${days === 1 ? '1 day' : `${String(days)} days`}`,
    }))
    .filter(({ on }) => parseDay(on) !== null);
  return [end, ...before].flatMap(({ on, id, summary }) => [
    'BEGIN:VEVENT',
    `UID:${cycle.key}-${content.organizationId}${id}@eventide`,
    `DTSTAMP:${stamp(changedAt(cycle))}`,
    `LAST-MODIFIED:${stamp(changedAt(cycle))}`,
    `SEQUENCE:${String(cycle.moves.length)}`,
    `DTSTART;VALUE=DATE:${compact(on)}`,
    // Exclusive: the day after.
    `DTEND;VALUE=DATE:${compact(addDays(on, 1))}`,
    text('SUMMARY', summary),
    text('DESCRIPTION', `${endWords(cycle, endsOn)}\n${holdingWords(cycle)}`),
    `URL:${productUrl(content, cycle)}`,
    'TRANSP:TRANSPARENT',
    'CATEGORIES:End of life',
    'END:VEVENT',
  ]);
}

function endWords(cycle: FeedCycle, endsOn: Day): string {
  return `${nameOf(cycle)} is supported until ${endsOn}, says ${sourceWords(cycle.source)}.`;
}

function changedAt({ moves, updatedAt }: FeedCycle): Date {
  const moved = moves.at(-1)?.at;
  return moved && moved > updatedAt ? moved : updatedAt;
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
