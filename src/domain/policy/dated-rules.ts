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
    // What applies already hides everything behind it, for good.
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
