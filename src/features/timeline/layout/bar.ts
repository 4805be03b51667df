import type { EolState } from '@/domain/eol/proximity';
import type { Day } from '@/domain/eol/calendar';
import type { TimelineItem } from '../words';
import { dayNumber } from './scale';

/**
 * `undated`: from release to the day it was first seen, somewhere in which it ended. `contract`: from the end upstream to
 * that of the contract that decides. `span`: all cycles of a line together.
 */
export type PhaseKind = 'active' | 'standard' | 'extended' | 'undated' | 'contract' | 'span';

/** All days are numbers as `dayNumber` makes them; a phase is `[from, to)`. */
export interface Phase {
  readonly kind: PhaseKind;
  readonly from: number;
  readonly to: number;
  /** It stands for a day that is not known: of the release (`in`), of the end (`out`). */
  readonly fade: 'in' | 'out' | null;
}

/** A known end, marked where it is. */
export interface End {
  readonly at: number;
  readonly state: EolState;
}

/** The day of a plan, or the last one of a waiver. */
export interface Note {
  readonly kind: 'plan' | 'waiver';
  readonly at: number;
}

/** The drawing of a row, in days. */
export interface Bar {
  readonly phases: readonly Phase[];
  /** How long it has been in use past its end. */
  readonly overrun: { readonly from: number; readonly to: number } | null;
  /** Its ends that are known, and nothing else. */
  readonly ends: readonly End[];
  readonly notes: readonly Note[];
  /** The day that its words tell, or where they belong. */
  readonly toldAt: number;
  /** After which day these words belong. */
  readonly wordsAt: number;
  /** The first and last day of all of this. */
  readonly from: number;
  readonly until: number;
}

/** How long a bar fades where a day is missing. */
const FADE_DAYS = 365;

type Facts = Pick<
  TimelineItem,
  | 'releaseDate'
  | 'eolDate'
  | 'eolDateKnown'
  | 'state'
  | 'support'
  | 'contract'
  | 'plans'
  | 'waivers'
>;

/** Makes the bar of one row: from release over its support phases to its end, and past it. */
export function barOf(item: Facts, today: Day): Bar {
  const now = dayNumber(today) ?? 0;
  const end = dayNumber(item.eolDate);
  const overrun = end !== null && end < now ? { from: end, to: now } : null;
  const phases = phasesOf(item, now);
  const toldAt = end ?? Math.max(...phases.map(({ to }) => to));
  const notes = notesOf(item);
  const wordsAt = Math.max(toldAt, overrun?.to ?? toldAt, ...phases.map(({ to }) => to));
  return {
    phases,
    overrun,
    ends: end !== null && item.eolDateKnown ? [{ at: end, state: item.state }] : [],
    notes,
    toldAt,
    wordsAt,
    from: Math.min(toldAt, ...phases.map(({ from }) => from)),
    until: Math.max(wordsAt, ...notes.map(({ at }) => at)),
  };
}

/** Makes the bar of a line of several rows: all of their lives as one, with the end of each. */
export function barOfLine(items: readonly Facts[], today: Day): Bar {
  const now = dayNumber(today) ?? 0;
  const bars = items.map((item) => barOf(item, today));
  // One mark for what ends on one day in one state, and for plans or waivers of one day.
  const ends = distinct(
    bars.flatMap((bar) => bar.ends),
    ({ state }) => state,
  );
  const from = Math.min(...bars.map((bar) => bar.from));
  const lives = bars.flatMap(({ phases }) => phases.map(({ to }) => to));
  const to = Math.max(...lives);
  const next = ends.find(({ state }) => state !== 'ended');
  const isOver = bars.every(({ overrun }) => overrun !== null);
  const notes = distinct(
    bars.flatMap((bar) => bar.notes),
    ({ kind }) => kind,
  );
  // After all that have ended comes what has no known end, where the bar goes on.
  const last = items.some(({ state }) => state === 'unknown') ? undefined : ends.at(-1);
  const lifeUntil = isOver ? Math.max(to, now) : to;
  const isNextLast = !next || ends.at(-1) === next;
  return {
    phases: [{ kind: 'span', from, to, fade: null }],
    overrun: isOver && to < now ? { from: to, to: now } : null,
    ends,
    notes,
    toldAt: next?.at ?? last?.at ?? to,
    wordsAt: isNextLast ? lifeUntil : next.at,
    from,
    until: Math.max(lifeUntil, ...notes.map(({ at }) => at)),
  };
}

/** Keeps one mark of a kind for each day, in the order of days. */
function distinct<Mark extends { readonly at: number }>(
  marks: readonly Mark[],
  kindOf: (mark: Mark) => string,
): Mark[] {
  const byPlace = new Map(marks.map((mark) => [`${String(mark.at)} ${kindOf(mark)}`, mark]));
  return [...byPlace.values()].toSorted((one, other) => one.at - other.at);
}

function notesOf({ plans, waivers }: Facts): Note[] {
  const of = (kind: Note['kind'], days: Facts['plans']) =>
    days.flatMap(({ day }) => {
      const at = dayNumber(day);
      return at === null ? [] : [{ kind, at }];
    });
  return [...of('plan', plans), ...of('waiver', waivers)];
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
