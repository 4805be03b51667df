import { ENDED_ESTIMATED, ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import { differenceInCalendarDays, differenceInMonths, differenceInYears } from 'date-fns';
import { readerLocale } from './reader-locale';

/** The verb of a date, told before, on and after its day. Each starts with a capital. */
export interface DayWords {
  readonly past: string;
  readonly today: string;
  readonly future: string;
  /** Stands in for a day that nobody knows. */
  readonly none: string;
  /** Stands for an event on an unknown day. */
  readonly undated: string;
}

export const END_WORDS: DayWords = {
  past: STATE_WORDS.ended,
  today: 'Ends',
  future: 'Ends',
  none: STATE_WORDS.unknown,
  undated: ENDED_UNDATED,
};
/** Of what nobody says that it has ended: it came before something that has. */
export const ESTIMATED_WORDS: DayWords = { ...END_WORDS, undated: ENDED_ESTIMATED };

/** Stands for an end on an unknown day, which may have been concluded from another cycle's. */
export function undatedEnd(estimatedFrom: string | null): string {
  return estimatedFrom === null ? END_WORDS.undated : ESTIMATED_WORDS.undated;
}

export const EXPIRY_WORDS: DayWords = {
  past: 'Expired',
  today: 'Expires',
  future: 'Expires',
  none: 'Never expires',
  undated: 'Expired, date unknown',
};
const EXPIRED_WORDS: DayWords = { ...EXPIRY_WORDS, today: 'Expired' };

/** The verb of an end, which comes within its day: what ends later today still expires. Both are instants in ISO 8601. */
export function expiryWords(expiresAt: string, now: string): DayWords {
  return Date.parse(expiresAt) <= Date.parse(now) ? EXPIRED_WORDS : EXPIRY_WORDS;
}

export const RELEASE_WORDS: DayWords = {
  past: 'Released',
  today: 'Released',
  future: 'Due',
  none: 'Release date unknown',
  undated: 'Released, date unknown',
};

/** A UTC day in words, as {@link describeDay} tells it. */
export interface DayDescription {
  /** `Ended 133 days ago`, `Ends in 3 months`, `No known end`. */
  readonly relative: string;
  /** `11 Jul 2026`; null when there is no day that could be named. */
  readonly absolute: string | null;
  readonly when: 'past' | 'today' | 'future' | 'unknown';
}

// Not Intl: its British short form of September is "Sept", and lists of dates should line up.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS_COUNTED_AHEAD = 60;
const YEARS_TOLD_WITH_MONTHS = 3;

/**
 * Tells a UTC day (`YYYY-MM-DD`) as seen from `today`, another UTC day.
 * `known: false` says that `day` only stands in for a date nobody knows (the day it was first seen);
 * a null `day` says that nothing is known at all. What lies ahead is rounded down, never up.
 */
export function describeDay(
  day: string | null,
  today: string,
  options: { known?: boolean; words?: DayWords } = {},
): DayDescription {
  const { known = true, words = END_WORDS } = options;
  if (day === null) return { relative: words.none, absolute: null, when: 'unknown' };
  if (!known) return { relative: words.undated, absolute: null, when: 'past' };
  const days = differenceInCalendarDays(atMidnight(day), atMidnight(today));
  const absolute = formatDay(day);
  if (days === 0) return { relative: `${words.today} today`, absolute, when: 'today' };
  if (days < 0) {
    return { relative: `${words.past} ${wordsBack(day, today, -days)}`, absolute, when: 'past' };
  }
  return { relative: `${words.future} ${wordsAhead(day, today, days)}`, absolute, when: 'future' };
}

/** Writes `2026-07-11` as `11 Jul 2026`, or in the order that the reader is used to. */
export function formatDay(day: string): string {
  const [year = '', , dayOfMonth = ''] = day.split('-');
  return dayText({ year, month: formatMonthName(day), day: String(Number(dayOfMonth)) });
}

/** Writes the days in a sentence of the server as {@link formatDay} does. */
export function withDaysInWords(sentence: string): string {
  return sentence.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);
}

/** Writes `2026-07-11` as `Jul 2026`. */
export function formatMonth(day: string): string {
  const [year = ''] = day.split('-');
  return `${formatMonthName(day)} ${year}`;
}

/** Writes `2026-07-11` as `Jul`: what stands under a chart, where a day has no room. */
export function formatMonthName(day: string): string {
  const [, month = ''] = day.split('-');
  return MONTHS[Number(month) - 1] ?? month;
}

/** Writes `2026-07-11` as `11 Jul`, or in the order that the reader is used to. */
export function formatDayOfYear(day: string): string {
  const dayOfMonth = String(Number(day.split('-')[2]));
  const month = formatMonthName(day);
  return isMonthFirst() ? `${month} ${dayOfMonth}` : `${dayOfMonth} ${month}`;
}

/** Writes the first letter large, as at the beginning of a line. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lowers the first letter, for a description that continues a sentence. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function wordsBack(day: string, today: string, days: number): string {
  if (days === 1) return 'yesterday';
  const [then, now] = [atMidnight(day), atMidnight(today)];
  if (differenceInYears(now, then) === 0) return `${days} days ago`;
  return `${yearsAndMonths(now, then)} ago`;
}

function wordsAhead(day: string, today: string, days: number): string {
  if (days === 1) return 'tomorrow';
  if (days < DAYS_COUNTED_AHEAD) return `in ${days} days`;
  return `in ${yearsAndMonths(atMidnight(day), atMidnight(today))}`;
}

function yearsAndMonths(later: Date, earlier: Date): string {
  const months = differenceInMonths(later, earlier);
  const years = differenceInYears(later, earlier);
  if (years === 0) return plural(months, 'month');
  const rest = months - years * 12;
  if (rest === 0 || years >= YEARS_TOLD_WITH_MONTHS) return plural(years, 'year');
  return `${plural(years, 'year')} ${plural(rest, 'month')}`;
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns a UTC day as the same wall-clock day here, so that calendar arithmetic needs no time zone. */
function atMidnight(day: string): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS_TOLD_AS_AGO = 7;

/** Writes `11 Jul 2026, 14:03` in the given IANA time zone, or in the reader's when none is given. */
export function formatInstant(iso: string, timeZone?: string): string {
  const parts = partsOf(iso, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${dayText(parts)}, ${parts.hour}:${parts.minute}`;
}

/** Writes `11 Jul 2026`: the day an instant falls on in the given time zone, or in the reader's. */
export function formatInstantDay(iso: string, timeZone?: string): string {
  return dayText(partsOf(iso, timeZone, {}));
}

/** Writes `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date; a later instant reads `just now`. */
export function formatAgo(iso: string, nowMs: number, timeZone?: string): string {
  const agoMs = nowMs - Date.parse(iso);
  if (agoMs < MINUTE_MS) return 'just now';
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < DAY_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  const days = Math.floor(agoMs / DAY_MS);
  if (days === 1) return '1 day ago';
  if (days <= DAYS_TOLD_AS_AGO) return `${days} days ago`;
  return formatInstantDay(iso, timeZone);
}

/** Writes how long an instant is past in whole days, `4 days`; `a day` of less than two. */
export function formatDaysSince(iso: string, nowMs: number): string {
  const days = Math.floor((nowMs - Date.parse(iso)) / DAY_MS);
  return days < 2 ? 'a day' : `${days} days`;
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

function partsOf(
  iso: string,
  timeZone: string | undefined,
  extra: Intl.DateTimeFormatOptions,
): Parts {
  const format = new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
    ...extra,
  });
  return Object.fromEntries(
    format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
}

/** Where English is written with the month first. A list, so that server and browser never differ over it. */
const MONTH_FIRST = new Set([
  'US',
  'AS',
  'GU',
  'MP',
  'PR',
  'UM',
  'VI',
  'CA',
  'FM',
  'MH',
  'PH',
  'PW',
]);
/** Whether it is so in a locale, by the locale. */
let lastOrder: { readonly locale: string; readonly isMonthFirst: boolean } | null = null;

function isMonthFirst(): boolean {
  const locale = readerLocale();
  if (lastOrder?.locale !== locale) {
    const { region = '' } = new Intl.Locale(locale);
    lastOrder = { locale, isMonthFirst: MONTH_FIRST.has(region) };
  }
  return lastOrder.isMonthFirst;
}

function dayText({ day, month, year }: Parts): string {
  return isMonthFirst() ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`;
}
