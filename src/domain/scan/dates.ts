import { z } from 'zod';
import { type Day, parseDay } from '@/domain/eol/calendar';

/** Scanners write dates they do not know as `0001-01-01`; nothing that is tracked ended before this. */
const FIRST_KNOWN_DAY = '1900-01-01';

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?$/;

/**
 * The day that a scanner's date names, null when it names none (`""`, a day before 1900), undefined when
 * it is no date. A date-time is its UTC day, without a zone the day as written.
 */
export function readScanDate(text: string): Day | null | undefined {
  if (text === '') return null;
  const day = parseDay(text) ?? dayOfDateTime(text);
  if (day === null) return undefined;
  return day < FIRST_KNOWN_DAY ? null : day;
}

function dayOfDateTime(text: string): Day | null {
  const day = parseDay(DATE_TIME.exec(text)?.[1] ?? '');
  if (day === null) return null;
  const iso = text.replace(' ', 'T').toUpperCase();
  const instant = new Date(/Z$|[+-]\d{2}:\d{2}$/.test(iso) ? iso : `${iso}Z`);
  if (Number.isNaN(instant.getTime())) return null;
  // A zone may carry the first and the last day of the calendar out of it.
  return parseDay(instant.toISOString().slice(0, 10)) ?? day;
}

/** An end of life as a scanner sends it. */
export interface ScanEnd {
  /** Null when it is not known. */
  readonly on: Day | null;
  /** Whether the scanner can count days from what it sends: older ones send an empty text, and count from nothing. */
  readonly isPlain: boolean;
}

/** An end of life as scanners send it, read as {@link scanDate} reads it. */
export const scanEnd = z
  .string()
  .nullable()
  .transform((text, context): ScanEnd => {
    if (text === null) return { on: null, isPlain: false };
    const on = readScanDate(text);
    if (on !== undefined) return { on, isPlain: parseDay(text) !== null };
    context.issues.push({ code: 'invalid_format', format: 'date', input: text });
    return z.NEVER;
  })
  .meta({
    description: 'YYYY-MM-DD or a date-time; empty, null and days before 1900 mean unknown',
  });

/** A date as scanners send it. Null when it is not known; any other text that is no date is a fault. */
export const scanDate = z
  .string()
  .nullable()
  .transform((text, context): Day | null => {
    if (text === null) return null;
    const day = readScanDate(text);
    if (day !== undefined) return day;
    context.issues.push({ code: 'invalid_format', format: 'date', input: text });
    return z.NEVER;
  })
  .meta({
    description: 'YYYY-MM-DD or a date-time; empty, null and days before 1900 mean unknown',
  });
