import { z } from 'zod';
import { zoneFormats } from './zones';

/** The days of a week, from its first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When a person wants no mail at once: from an hour to another one, on the days on which that begins. */
export const quietHours = z
  .object({
    from: z.int().min(0).max(23),
    /** 24 is the end of the day. One before `from` is on the next day. */
    to: z.int().min(1).max(24),
    days: z.array(z.enum(WEEKDAYS)).min(1).max(WEEKDAYS.length),
    /** Whether a mail that tells of builds that are stopped does not wait. */
    except_stopping: z.boolean(),
  })
  .refine(({ from, to }) => from !== to, {
    error: 'quiet hours end at another hour than they begin',
    path: ['to'],
  })
  .refine(({ from, to, days }) => new Set(days).size < 7 || !(from === 0 && to === 24), {
    error: 'quiet hours that never end would keep every mail: choose fewer days or hours',
    path: ['days'],
  });
export type QuietHours = z.output<typeof quietHours>;

const STEP_MS = 15 * 60_000;
/** Longer than any that are let in: they end once a week. */
const MAX_STEPS = (8 * 24 * 60 * 60_000) / STEP_MS;

/** When quiet hours end in which a moment is; the moment itself where it is in none. */
export function afterQuiet(quiet: QuietHours | null, timeZone: string, at: Date): Date {
  if (!quiet || !isQuiet(quiet, timeZone, at)) return at;
  // Clocks are changed, and zones shifted, by quarters of an hour: no sum of hours would do.
  let end = Math.ceil(at.getTime() / STEP_MS) * STEP_MS;
  for (let step = 0; step < MAX_STEPS && isQuiet(quiet, timeZone, new Date(end)); step += 1) {
    end += STEP_MS;
  }
  return new Date(end);
}

function isQuiet({ from, to, days }: QuietHours, timeZone: string, at: Date): boolean {
  const { weekday, hour } = clockIn(timeZone, at);
  if (from < to) return days.includes(weekday) && hour >= from && hour < to;
  return (days.includes(weekday) && hour >= from) || (days.includes(before(weekday)) && hour < to);
}

function before(day: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7] ?? day;
}

const formatOf = zoneFormats('en-US', { hourCycle: 'h23', weekday: 'short', hour: '2-digit' });

/** The day of the week and the hour that clocks show in a time zone. */
function clockIn(timeZone: string, at: Date): { readonly weekday: Weekday; readonly hour: number } {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const name = parts.get('weekday')?.toLowerCase();
  return {
    weekday: WEEKDAYS.find((day) => day === name) ?? 'mon',
    hour: Number(parts.get('hour')),
  };
}
