import type { Day } from '@/domain/eol/calendar';
import type { EolPolicy, PolicyAction } from './policy';

/** What decides. */
export interface Decision {
  readonly policy: EolPolicy;
  /** The day from which the action applies. */
  readonly on: Day;
  readonly rule: 'date' | 'days';
  /** The policy denies; it only warns because the cycle ended on an unknown day. */
  readonly isSoftened: boolean;
}

/** A policy's two decisions on one cycle; null: never. */
export interface DatedRule {
  readonly deny: Decision | null;
  readonly warn: Decision | null;
}

/** What policies say of a cycle on one day; no decision means that none applies. */
export type Verdict =
  | { readonly action: 'ALLOW'; readonly decision: null }
  | { readonly action: 'WARN' | 'DENY'; readonly decision: Decision };

/** A later day on which the action becomes another one, unless policies or dates change before. */
export interface VerdictChange {
  readonly on: Day;
  readonly action: PolicyAction;
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
  for (const on of ruleDaysAfter(rules, today)) {
    const next = verdictOn(rules, on).action;
    if (next !== action) changes.push({ on, action: next });
    action = next;
  }
  return changes;
}

/** The later days from which some rule applies, in order, once each. */
export function ruleDaysAfter(rules: readonly DatedRule[], today: Day): Day[] {
  const days = rules
    .flatMap(({ deny, warn }) => [deny?.on, warn?.on])
    .filter((day) => day !== undefined)
    .filter((day) => day > today);
  return [...new Set(days)].sort();
}

/** The first day, today or later, with this action; null when there is none. */
export function firstDayOf(
  action: PolicyAction,
  rules: readonly DatedRule[],
  today: Day,
): Day | null {
  const days = [today, ...ruleDaysAfter(rules, today)];
  return days.find((day) => verdictOn(rules, day).action === action) ?? null;
}
