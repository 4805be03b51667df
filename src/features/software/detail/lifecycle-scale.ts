import { daysBetween, type Day } from '@/domain/eol/calendar';
import type { LifecycleCycle } from '../software-types';

/** A part of a bar, in percent of the picture's width. */
export interface Segment {
  readonly kind: 'active' | 'standard' | 'extended' | 'open';
  readonly startPercent: number;
  readonly widthPercent: number;
}

export interface Scale {
  readonly from: Day;
  readonly until: Day;
  readonly todayPercent: number;
  /** The first days of years. */
  readonly ticks: readonly { readonly year: number; readonly percent: number }[];
}

const MAX_TICKS = 8;

/** The years that a picture of these cycles has to show, whole, with today among them. */
export function scaleOf(cycles: readonly LifecycleCycle[], today: string): Scale {
  const days = cycles.flatMap(({ releasedOn, endsOn, support }) => [
    releasedOn,
    endsOn,
    ...support.map((phase) => phase.endsOn),
  ]);
  const years = [...days, today].flatMap((day) => (day === null ? [] : [Number(day.slice(0, 4))]));
  const [first, last] = [Math.min(...years), Math.max(...years) + 1];
  const [from, until] = [newYear(first), newYear(last)];
  const step = Math.ceil((last - first) / MAX_TICKS);
  const ticks = Array.from({ length: Math.ceil((last - first) / step) }, (_, index) => {
    const year = first + index * step;
    return { year, percent: percentOf(newYear(year), from, until) };
  });
  return { from, until, todayPercent: percentOf(today, from, until), ticks };
}

/**
 * A cycle's bar: from its release over its support phases to its end; open where nothing is known of the end.
 * Null when not even the release is known.
 */
export function segmentsOf(cycle: LifecycleCycle, { from, until }: Scale): Segment[] {
  const phaseEnd = (level: LifecycleCycle['support'][number]['level']) =>
    cycle.support.find((phase) => phase.level === level)?.endsOn ?? null;
  const end = cycle.endsOn;
  const start = cycle.releasedOn ?? null;
  if (start === null) return end === null ? [] : [segment('standard', from, end, from, until)];
  if (end === null) return [segment('open', start, until, from, until)];
  const active = earlier(phaseEnd('ACTIVE_SUPPORT'), end);
  const extended = phaseEnd('EXTENDED_SUPPORT');
  return [
    ...(active && active > start ? [segment('active', start, active, from, until)] : []),
    segment('standard', active && active > start ? active : start, end, from, until),
    ...(extended && extended > end ? [segment('extended', end, extended, from, until)] : []),
  ].filter(({ widthPercent }) => widthPercent > 0);
}

function segment(
  kind: Segment['kind'],
  start: string,
  end: string,
  from: Day,
  until: Day,
): Segment {
  const startPercent = percentOf(start, from, until);
  return { kind, startPercent, widthPercent: percentOf(end, from, until) - startPercent };
}

/** How far along `[from, until]` a day is; outside of it, the nearer border. */
function percentOf(day: string, from: Day, until: Day): number {
  const share = daysBetween(from, day as Day) / daysBetween(from, until); // the server sends calendar days
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;
}

function earlier(day: string | null, than: string): string | null {
  return day !== null && day > than ? than : day;
}

function newYear(year: number): Day {
  return `${String(year).padStart(4, '0')}-01-01` as Day; // a year of a calendar day
}
