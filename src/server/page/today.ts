import { dayOf, type Day } from '@/domain/eol/calendar';
import { getDeps } from '@/server/runtime';

/** The UTC day that a page tells its dates from, by the same clock as everything the server says. */
export async function pageToday(): Promise<Day> {
  return dayOf((await getDeps()).clock.now());
}

/** The instant at which a page is made, by that clock: what ends within a day has ended or has not. ISO 8601, in UTC. */
export async function pageNow(): Promise<string> {
  return (await getDeps()).clock.now().toISOString();
}

/** The day that a page is looked at as of; null: now, also where that day is today. */
export async function pageDay(asOf: Day | null): Promise<Day | null> {
  return asOf === (await pageToday()) ? null : asOf;
}
