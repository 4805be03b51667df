import { type Day, daysBetween } from '@/domain/eol/calendar';
import type { GrantedWaiver } from '@/domain/waiver/set';
import type { EolPolicy, PolicyAction } from './policy';

/** The policy that decides. */
export interface Decision {
  readonly policy: EolPolicy;
  /** The day from which the action applies. */
  readonly on: Day;
  /** What made it that day; `start`: the policy denies nothing before; `package`: it applies on every day. */
  readonly rule: 'date' | 'days' | 'start' | 'package';
  /** The policy denies; it only warns because the cycle ended on an unknown day. */
  readonly isSoftened: boolean;
  /** The waiver that has put `on` off to the day after its last one; absent: none has. */
  readonly waiver?: GrantedWaiver;
}

/** A policy's two decisions on one cycle; null: never. */
export interface DatedRule {
  readonly deny: Decision | null;
  readonly warn: Decision | null;
}

/** The decision of policies on a cycle on one day; none means that no policy applies. */
export type Verdict =
  | { readonly action: 'ALLOW'; readonly decision: null }
  | { readonly action: 'WARN' | 'DENY'; readonly decision: Decision };

/** A later day on which the action becomes another one, unless policies or dates change before. */
export interface VerdictChange {
  readonly on: Day;
  readonly action: PolicyAction;
}

/** Puts a denial off to the day from which its policy denies. */
export function startedDenial(deny: Decision): Decision;
export function startedDenial(deny: Decision | null): Decision | null;
export function startedDenial(deny: Decision | null): Decision | null {
  const start = deny?.policy.deniesFrom ?? null;
  return deny && start !== null && deny.on < start ? { ...deny, on: start, rule: 'start' } : deny;
}

const ALLOWED: Verdict = { action: 'ALLOW', decision: null };

/**
 * The first rule with an applicable action decides, deny before warn; one that does not apply yet shadows
 * nothing.
 *
 * @param rules first the one that decides first
 */
export function verdictOn(rules: readonly DatedRule[], day: Day): Verdict {
  for (const { deny, warn } of rules) {
    if (deny && deny.on <= day) return { action: 'DENY', decision: deny };
    if (warn && warn.on <= day) return { action: 'WARN', decision: warn };
  }
  return ALLOWED;
}

/** The later days on which the action becomes another one, in order. */
export function changesAfter(rules: readonly DatedRule[], today: Day): VerdictChange[] {
  const changes: VerdictChange[] = [];
  let { action } = verdictOn(rules, today);
  for (let on = nextRuleDay(rules, today); on !== null; on = nextRuleDay(rules, on)) {
    const next = verdictOn(rules, on).action;
    if (next !== action) changes.push({ on, action: next });
    action = next;
  }
  return changes;
}

/** The next day on which the verdict may become another one; null when it stays. */
export function nextRuleDay(rules: readonly DatedRule[], after: Day): Day | null {
  let next: Day | null = null;
  for (const { deny, warn } of rules) {
    if (deny && deny.on > after && (next === null || deny.on < next)) next = deny.on;
    if (warn && warn.on > after && (next === null || warn.on < next)) next = warn.on;
    // A policy that applies already hides everything behind it, for good.
    if ((deny && deny.on <= after) || (warn && warn.on <= after)) break;
  }
  return next;
}

/** The first days, today or later, with each action; null: never. */
export interface ActionDays {
  readonly deniedOn: Day | null;
  readonly warnedOn: Day | null;
}

const NEVER: ActionDays = { deniedOn: null, warnedOn: null };

export function actionDays(rules: readonly DatedRule[], today: Day): ActionDays {
  let { deniedOn, warnedOn } = NEVER;
  for (let on: Day | null = today; on !== null; on = nextRuleDay(rules, on)) {
    const { action } = verdictOn(rules, on);
    if (action === 'DENY') deniedOn ??= on;
    if (action === 'WARN') warnedOn ??= on;
    if (deniedOn !== null && warnedOn !== null) break;
  }
  return deniedOn === null && warnedOn === null ? NEVER : { deniedOn, warnedOn };
}

/** The action on the day that some days were counted from. */
export function actionToday({ deniedOn, warnedOn }: ActionDays, today: Day): PolicyAction {
  if (deniedOn === today) return 'DENY';
  return warnedOn === today ? 'WARN' : 'ALLOW';
}

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
 * Says how rules decide on each day of a span; null when they never do.
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
