const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS_TOLD_AS_AGO = 7;

/** `11 Jul 2026, 14:03` in the given IANA time zone, or in the reader's when none is given. */
export function formatInstant(iso: string, timeZone?: string): string {
  const parts = partsOf(iso, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${dayText(parts)}, ${parts.hour}:${parts.minute}`;
}

/** `11 Jul 2026`: the day an instant falls on in the given time zone, or in the reader's. */
export function formatInstantDay(iso: string, timeZone?: string): string {
  return dayText(partsOf(iso, timeZone, {}));
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date; a later instant reads `just now`. */
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

function dayText(parts: Parts): string {
  return `${parts.day} ${parts.month} ${parts.year}`;
}
