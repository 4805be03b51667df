import { addDays, startOfDayMs, type Day } from '@/domain/eol/calendar';
import { randomFrom, wholeBetween } from '../random';
import type { SeedTag } from '../scenario/scenario';

const MINUTE_MS = 60_000;
/** A working day in which pipelines run, in minutes after midnight UTC. */
const WORKING_MINUTES = { from: 6 * 60, to: 17 * 60 };

export interface ScheduledScan {
  readonly daysAgo: number;
  readonly at: Date;
}

/** When a tag is scanned: from its first day on at its pace, give or take a day, and never today. */
export function scheduleOf(tag: SeedTag, image: string, today: Day): ScheduledScan[] {
  const random = randomFrom('schedule', image, tag.tag);
  const last = Math.max(tag.until ?? 1, 1);
  const scans: ScheduledScan[] = [];
  for (let planned = tag.from; planned >= last; planned -= tag.every) {
    const shift = planned === tag.from ? 0 : wholeBetween(random, -1, 1);
    const daysAgo = Math.max(planned + shift, last);
    const minute = wholeBetween(random, WORKING_MINUTES.from, WORKING_MINUTES.to);
    const second = wholeBetween(random, 0, 59);
    const midnightMs = startOfDayMs(addDays(today, -daysAgo));
    scans.push({ daysAgo, at: new Date(midnightMs + minute * MINUTE_MS + second * 1000) });
  }
  return scans;
}
