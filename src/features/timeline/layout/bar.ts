import { stateOf, type EolState } from '@/domain/eol/proximity';
import { parseDay, type Day } from '@/domain/eol/calendar';
import type { TimelineItem } from '../words';
import { dayNumber } from './scale';

/**
 * `undated`: from release to the day it was first seen, somewhere in which it ended. `contract`: from the end upstream to
 * that of the contract that decides.
 */
export type PhaseKind = 'active' | 'standard' | 'extended' | 'undated' | 'contract';

/** All days are numbers as `dayNumber` makes them; a phase is `[from, to)`. */
export interface Phase {
  readonly kind: PhaseKind;
  readonly from: number;
  readonly to: number;
  /** It stands for a day that is not known: of the release (`in`), of the end (`out`). */
  readonly fade: 'in' | 'out' | null;
}

/** The drawing of a row, in days. */
export interface Bar {
  readonly state: EolState;
  readonly phases: readonly Phase[];
  /** It has ended, on a day that nobody knows. */
  readonly undated: boolean;
  /** How long it has been in use past its end. */
  readonly overrun: { readonly from: number; readonly to: number } | null;
  /** Where the mark of its state stands. */
  readonly markAt: number;
  /** The first and last day of all of this. */
  readonly from: number;
  readonly until: number;
}

/** How long a bar fades where a day is missing. */
const FADE_DAYS = 365;

type Facts = Pick<
  TimelineItem,
  'releaseDate' | 'eolDate' | 'eolDateKnown' | 'support' | 'contract'
>;

/** Makes the bar of one row: from release over its support phases to its end, and past it. */
export function barOf(item: Facts, today: Day): Bar {
  const now = dayNumber(today) ?? 0;
  const end = dayNumber(item.eolDate);
  const overrun = end !== null && end < now ? { from: end, to: now } : null;
  const phases = phasesOf(item, now);
  const markAt = end ?? Math.max(...phases.map(({ to }) => to));
  return {
    state: stateOf(item.eolDate === null ? null : parseDay(item.eolDate), today),
    phases,
    undated: end !== null && !item.eolDateKnown,
    overrun,
    markAt,
    from: Math.min(markAt, ...phases.map(({ from }) => from)),
    until: Math.max(markAt, overrun?.to ?? markAt, ...phases.map(({ to }) => to)),
  };
}

function phasesOf(item: Facts, now: number): Phase[] {
  const end = dayNumber(item.eolDate);
  const activeEnd = supportEnd(item, 'ACTIVE_SUPPORT');
  const given = dayNumber(item.releaseDate);
  const knownUntil = end ?? Math.max(now, activeEnd ?? now, given ?? now);
  // A release after its end has a wrong date somewhere: it is drawn as if it had none.
  const release = given !== null && given < knownUntil ? given : null;
  const knownFrom = release ?? Math.min(knownUntil, now);
  const step = Math.min(knownUntil, Math.max(knownFrom, activeEnd ?? knownFrom));
  const isUndated = end !== null && !item.eolDateKnown;
  const first = isUndated ? 'undated' : step > knownFrom ? 'active' : 'standard';
  const phases: Phase[] = [];
  const add = (kind: PhaseKind, from: number, to: number, fade: Phase['fade'] = null) => {
    if (to > from) phases.push({ kind, from, to, fade });
  };
  if (release === null) add(first, knownFrom - FADE_DAYS, knownFrom, 'in');
  if (isUndated) add('undated', knownFrom, knownUntil);
  else {
    const upstreamEnd = upstreamEndOf(item, knownFrom, knownUntil);
    add('active', knownFrom, Math.min(step, upstreamEnd));
    add('standard', step, upstreamEnd);
    add('contract', upstreamEnd, knownUntil);
  }
  if (end === null) add('standard', knownUntil, knownUntil + FADE_DAYS, 'out');
  else add('extended', end, supportEnd(item, 'EXTENDED_SUPPORT') ?? end);
  return phases;
}

/** Where the bar of support upstream ends; without a contract that lasts longer it is the bar's own end. */
function upstreamEndOf({ contract }: Facts, from: number, until: number): number {
  const upstream = dayNumber(contract?.upstreamDate ?? null);
  return upstream === null ? until : Math.min(until, Math.max(from, upstream));
}

function supportEnd({ support }: Facts, level: Facts['support'][number]['level']): number | null {
  return dayNumber(support.find((phase) => phase.level === level)?.endsOn ?? null);
}
