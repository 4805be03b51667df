import { z } from 'zod';
import { addDays, addMonths, type Day, parseDay } from '@/domain/eol/calendar';
import { storedText } from '@/domain/validation/fields';
import type { MessageContent } from './content';
import { zoneFormats } from './zones';

/** How soon a reader hears what is said: each message by itself, or what came together in one, the digest. */
export const TEMPI = ['at_once', 'daily', 'weekly', 'monthly'] as const;
export type Tempo = (typeof TEMPI)[number];
export type DigestTempo = Exclude<Tempo, 'at_once'>;

const MAX_TIME_ZONE_LENGTH = 64;

/** A time zone by its name in the IANA database, as this machine knows it: `Europe/Berlin`, `UTC`. */
export const timeZone = storedText(MAX_TIME_ZONE_LENGTH)
  .min(1)
  .refine(isTimeZone, { error: 'must be the name of a time zone, such as Europe/Berlin' })
  .meta({ example: 'Europe/Berlin' });

/** The hour of the day at which a digest is due, in the reader's time zone. */
export const digestHour = z.int().min(0).max(23);

/** When digests are due: each day, each Monday, each first of a month, at an hour of the reader's. */
export interface Rhythm {
  readonly tempo: Tempo;
  readonly timeZone: string;
  readonly hour: number;
}

/** Tells what is said at once whatever the tempo, unless its reader wants otherwise: what breaks builds, and what is broken. */
export function isUrgent({ kind, severity }: Pick<MessageContent, 'kind' | 'severity'>): boolean {
  return kind === 'build.denied' || severity === 'critical';
}

/**
 * The first moment after another at which a digest is due. Where the clocks skip the hour it is due right after, as long
 * after midnight as on other days; where the hour comes twice, the first time. At once is due at once.
 */
export function nextDigestAt({ tempo, timeZone: zone, hour }: Rhythm, after: Date): Date {
  if (tempo === 'at_once') return after;
  let day = firstDay(tempo, dayIn(zone, after));
  for (;;) {
    const at = instantOf(zone, day, hour);
    if (at > after) return at;
    day = dayAfter(tempo, day);
  }
}

/** The moment at which the period of a digest that is due then begins, by the calendar of its reader. */
export function digestPeriodStart({ tempo, timeZone: zone, hour }: Rhythm, due: Date): Date {
  const day = dayIn(zone, due);
  switch (tempo) {
    case 'at_once':
      return due;
    case 'daily':
      return instantOf(zone, addDays(day, -1), hour);
    case 'weekly':
      return instantOf(zone, addDays(day, -DAYS_OF_WEEK), hour);
    case 'monthly':
      return instantOf(zone, addMonths(day, -1), hour);
  }
}

const DAYS_OF_WEEK = 7;
const MONDAY = 1;

/** The last day on which such a digest is due that is not after another day. */
function firstDay(tempo: DigestTempo, day: Day): Day {
  switch (tempo) {
    case 'daily':
      return day;
    case 'weekly': {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      return addDays(day, -((weekday - MONDAY + DAYS_OF_WEEK) % DAYS_OF_WEEK));
    }
    case 'monthly':
      return asDay(`${day.slice(0, 8)}01`);
  }
}

function dayAfter(tempo: DigestTempo, day: Day): Day {
  if (tempo === 'monthly') return addMonths(day, 1);
  return addDays(day, tempo === 'daily' ? 1 : DAYS_OF_WEEK);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The instant at which the clocks of a zone show an hour of a day. */
function instantOf(zone: string, day: Day, hour: number): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * 60 * MINUTE_MS;
  // What the clocks are ahead of UTC well before and well after it; they differ around a change alone.
  const before = offsetOf(zone, wall - DAY_MS);
  const offsets = [before, offsetOf(zone, wall + DAY_MS)];
  const shown = offsets
    .filter((offset) => offsetOf(zone, wall - offset) === offset)
    .map((offset) => wall - offset);
  return new Date(shown.length > 0 ? Math.min(...shown) : wall - before);
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetOf(zone: string, instantMs: number): number {
  const { day, minutes } = wallOf(zone, new Date(instantMs));
  const instantMinutes = Math.floor(instantMs / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS - instantMinutes;
}

function dayIn(zone: string, instant: Date): Day {
  return wallOf(zone, instant).day;
}

/** What calendar and clocks of a zone show at an instant. */
function wallOf(zone: string, instant: Date): { readonly day: Day; readonly minutes: number } {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map((one) => [one.type, one.value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '';
  return {
    day: asDay(`${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

const formatOf = zoneFormats('en-GB', {
  ...{ calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

function isTimeZone(name: string): boolean {
  // Distances from UTC are none: they follow no summer time.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function asDay(text: string): Day {
  const day = parseDay(text);
  if (!day) throw new RangeError(`No day: ${text}`);
  return day;
}
