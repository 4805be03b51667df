/** A UTC calendar day, `YYYY-MM-DD`. Days of years 0001 to 9999 compare as strings. */
export type Day = string & { readonly __brand: 'Day' };

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;
export const DAY_MS = 86_400_000;

/** The days between which all are that there are. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01' as Day, '9999-12-31' as Day]; // days of the calendar
const [FIRST_MS, LAST_MS] = [startOfDayMs(FIRST_DAY), startOfDayMs(LAST_DAY)];
/** Months from the year 0 on. */
const [FIRST_MONTH, LAST_MONTH] = [12, 9999 * 12 + 11];

/** The day as a brand when `text` is a real calendar day, else null (`2025-02-30` is not one). */
export function parseDay(text: string): Day | null {
  const match = DAY_PATTERN.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return text as Day; // checked above: the brand says exactly this
}

/** Whether an instant's UTC day is one of the calendar: what is earlier or later has no day, and is not written as one. */
export function isOfCalendar(instant: Date): boolean {
  const ms = instant.getTime();
  return ms >= FIRST_MS && ms < LAST_MS + DAY_MS;
}

/** The UTC day of an instant. */
export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10) as Day; // the first ten characters of an ISO instant are its UTC day
}

/** Midnight UTC at the start of a day, in milliseconds since the epoch. */
export function startOfDayMs(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Calendar months later (or earlier, when negative), clamped to the month's last day: 31 Aug + 6 months = 28 or 29 Feb. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  if (index < FIRST_MONTH) return FIRST_DAY;
  if (index > LAST_MONTH) return LAST_DAY;
  const targetYear = Math.floor(index / 12);
  const targetMonth = (index % 12) + 1;
  const clamped = Math.min(dayOfMonth, daysInMonth(targetYear, targetMonth));
  return format(targetYear, targetMonth, clamped);
}

/** Days later (or earlier, when negative), no further than the calendar goes: a later year would sort before all others. */
export function addDays(day: Day, days: number): Day {
  const start = remembered(startOfDay, day, startOfDayMs);
  const sum = start + days * DAY_MS;
  if (sum < FIRST_MS) return FIRST_DAY;
  if (sum > LAST_MS) return LAST_DAY;
  return remembered(dayAt, sum, (instantMs) => dayOf(new Date(instantMs)));
}

/** Policies count days back from the same ends again and again; reading and writing dates is slow. */
const startOfDay = new Map<Day, number>();
const dayAt = new Map<number, Day>();
/** More than a century of them. */
const MAX_REMEMBERED = 50_000;

function remembered<Key, Value>(
  known: Map<Key, Value>,
  key: Key,
  make: (key: Key) => Value,
): Value {
  const value = known.get(key);
  if (value !== undefined) return value;
  if (known.size >= MAX_REMEMBERED) known.clear();
  const made = make(key);
  known.set(key, made);
  return made;
}

/** The earlier of two days, null being never. */
export function earlier(left: Day | null, right: Day | null): Day | null {
  if (left === null) return right;
  return right === null || left <= right ? left : right;
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((startOfDayMs(to) - startOfDayMs(from)) / DAY_MS);
}

function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
}

function format(year: number, month: number, day: number): Day {
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as Day; // built from a clamped calendar day
}
