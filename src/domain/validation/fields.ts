import { z } from 'zod';
import { type Day, isOfCalendar, parseDay } from '@/domain/eol/calendar';

/**
 * A string that is kept: at most `maxLength` UTF-16 units and without NUL, which the database's text
 * cannot hold. Half a surrogate pair is no character and becomes U+FFFD: the database's JSON refuses it.
 */
export function storedText(maxLength: number): z.ZodString {
  return z
    .string()
    .max(maxLength)
    .refine(holdsNoNul, { error: NUL_MESSAGE })
    .overwrite((text) => text.toWellFormed())
    .meta({ pattern: WITHOUT_NUL });
}

/**
 * What an index of the database can hold beside the other columns of one: a little less than a third of its pages, which are
 * 8 kB. Source: PostgreSQL's nbtree.h, BTMaxItemSize, which is 2,704.
 */
const MAX_INDEXED_BYTES = 2_048;

/**
 * A string that is kept and found again by an index: like {@link storedText}, and of at most 2,048 bytes in UTF-8, of which a
 * character takes up to three. Indexes over several such texts need a lower `maxLength`.
 */
export function indexedText(maxLength: number): z.ZodString {
  return storedText(maxLength).refine(isIndexable, {
    error: `must be of at most ${String(MAX_INDEXED_BYTES)} bytes in UTF-8`,
  });
}

function isIndexable(text: string): boolean {
  return (
    text.length * 3 <= MAX_INDEXED_BYTES ||
    new TextEncoder().encode(text).length <= MAX_INDEXED_BYTES
  );
}

/** For the API's document: what {@link holdsNoNul} says, as a schema says it. */
const WITHOUT_NUL = String.raw`^[^\u0000]*$`;

export const NUL_MESSAGE = 'must not contain a NUL character';

export function holdsNoNul(text: string): boolean {
  return !text.includes('\0');
}

/** Deeper than any document that means something, shallow enough for every JSON reader. */
const MAX_DEPTH = 32;

/**
 * An object of any members that is kept as JSON: without what the database cannot hold, and not nested so
 * deep that writing it would fail.
 */
export const storedJsonObject = z
  .record(z.string(), z.unknown())
  .superRefine((document, context) => {
    const message = unstorable(document);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Why a JSON value cannot be kept; null when it can. Without recursion: what it looks for may be too deep for that. */
function unstorable(document: unknown): string | null {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `must not be nested more than ${String(MAX_DEPTH)} deep`;
    const texts = level.flatMap((value) => (isObject(value) ? Object.keys(value) : [value]));
    const fault = texts.map(textFault).find((message) => message !== null);
    if (fault !== undefined) return fault;
    level = level.filter(isObject).flatMap((value): unknown[] => Object.values(value));
  }
  return null;
}

function textFault(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (!holdsNoNul(value)) return NUL_MESSAGE;
  return value.isWellFormed() ? null : 'must be well-formed Unicode';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A day as `YYYY-MM-DD`. */
export const calendarDay = z.iso.date().transform((text, context): Day => {
  const day = parseDay(text);
  if (day !== null) return day;
  context.issues.push({ code: 'invalid_format', format: 'date', input: text });
  return z.NEVER;
});

/** An ISO 8601 date-time whose UTC day is one of the calendar: with its offset, others may begin or end outside of it. */
export const calendarInstant = z.iso.datetime({ offset: true }).transform((text, context): Date => {
  const instant = new Date(text);
  if (isOfCalendar(instant)) return instant;
  const message = 'must be in the years 1 to 9999, in UTC';
  context.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});
