import { daysBetween, type Day } from '@/domain/eol/calendar';
import { nextRuleDay, verdictOn, type DatedRule, type Decision } from './dated-rules';
import type { PolicyAction } from './policy';

/** Some days in a row. */
export interface Span {
  readonly first: Day;
  /** How many, the first included. */
  readonly days: number;
}

/**
 * On which days of a span something is denied, and on which it is warned of: one bit for each day, so that
 * what an image holds is joined by a few operations instead of day by day.
 */
export interface ActionCalendar {
  readonly denied: Uint32Array;
  readonly warned: Uint32Array;
}

const BITS = 32;

export function emptyCalendar({ days }: Span): ActionCalendar {
  const words = Math.ceil(days / BITS);
  return { denied: new Uint32Array(words), warned: new Uint32Array(words) };
}

/**
 * What rules say on each day of a span; null when that is nothing.
 *
 * @param counts leaves decisions out, such as those of other policies
 */
export function calendarOf(
  rules: readonly DatedRule[],
  span: Span,
  counts: (decision: Decision) => boolean = () => true,
): ActionCalendar | null {
  let calendar: ActionCalendar | null = null;
  let on: Day | null = span.first;
  while (on !== null) {
    const start = daysBetween(span.first, on);
    if (start >= span.days) break;
    const { action, decision } = verdictOn(rules, on);
    const next = nextRuleDay(rules, on);
    const end = next === null ? span.days : Math.min(span.days, daysBetween(span.first, next));
    if (decision && counts(decision)) {
      calendar ??= emptyCalendar(span);
      fill(action === 'DENY' ? calendar.denied : calendar.warned, start, end);
    }
    on = next;
  }
  return calendar;
}

/** Makes `target` what all of `calendars` come to together; says whether that is anything. */
export function joinInto(target: ActionCalendar, calendars: readonly ActionCalendar[]): boolean {
  target.denied.fill(0);
  target.warned.fill(0);
  for (const { denied, warned } of calendars) {
    or(target.denied, denied);
    or(target.warned, warned);
  }
  return calendars.length > 0;
}

/** The worst of a day. @param day its place in the span, from 0 */
export function actionAt({ denied, warned }: ActionCalendar, day: number): PolicyAction {
  if (hasBit(denied, day)) return 'DENY';
  return hasBit(warned, day) ? 'WARN' : 'ALLOW';
}

function fill(words: Uint32Array, start: number, end: number): void {
  for (let day = start; day < end; day += 1) {
    const word = Math.floor(day / BITS);
    words[word] = (words[word] ?? 0) | (1 << (day % BITS));
  }
}

function or(target: Uint32Array, source: Uint32Array): void {
  for (let word = 0; word < target.length; word += 1) {
    target[word] = (target[word] ?? 0) | (source[word] ?? 0);
  }
}

function hasBit(words: Uint32Array, day: number): boolean {
  return (((words[Math.floor(day / BITS)] ?? 0) >>> (day % BITS)) & 1) === 1;
}
