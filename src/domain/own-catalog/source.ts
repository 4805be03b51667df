import { serverAddress } from '@/domain/validation/address';

/** How often a catalog of others is read: when somebody asks for it, once a day, once a week. */
export const RHYTHMS = ['manual', 'daily', 'weekly'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** An organization has so many at most: each may bring products up to the limit of them all. */
export const MAX_SOURCES = 10;

const HOUR_MS = 3_600_000;
const INTERVAL_MS = { daily: 24 * HOUR_MS, weekly: 7 * 24 * HOUR_MS } as const;
/** Pause after the first failure in a row; each further one doubles it, up to the interval. */
const RETRY_MS = HOUR_MS / 4;
const MAX_DOUBLINGS = 10;

/** Longer than any pause between two readings. */
export const NO_PAUSE_MS = INTERVAL_MS.weekly + 24 * HOUR_MS;

/** Where another Eventide serves its private catalog. */
const OF_EVENTIDE = '/api/own_catalog';

/**
 * The address of a private catalog. One that names a host alone is another Eventide's: its catalog is meant. The file is
 * asked for as `Accept` says, so that no query is needed.
 */
export const sourceAddress = serverAddress(
  'https://eventide.example.com/api/own_catalog',
  (url) => `${url.origin}${url.pathname === '/' ? OF_EVENTIDE : url.pathname}`,
);

/**
 * Gives the milliseconds from the end of a reading to the next one; null: not before somebody asks.
 * @param failures in a row, the last reading included
 */
export function msToNextReading(rhythm: Rhythm, failures: number): number | null {
  if (rhythm === 'manual') return null;
  const interval = INTERVAL_MS[rhythm];
  if (failures === 0) return interval;
  return Math.min(interval, RETRY_MS * 2 ** Math.min(failures - 1, MAX_DOUBLINGS));
}
