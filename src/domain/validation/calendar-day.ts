import { z } from 'zod';
import { parseDay, type Day } from '@/domain/eol/calendar';

/** A day as `YYYY-MM-DD`. */
export const calendarDay = z.iso.date().transform((text, context): Day => {
  const day = parseDay(text);
  if (day !== null) return day;
  context.issues.push({ code: 'invalid_format', format: 'date', input: text });
  return z.NEVER;
});
