import { addDays, type Day } from '@/domain/eol/calendar';
import { type GrantedWaiver, lastingLongest } from '@/domain/waiver/set';
import {
  changesAfter,
  startedDenial,
  verdictOn,
  type DatedRule,
  type Decision,
  type Verdict,
  type VerdictChange,
} from './dated-rules';
import { UNSET_DATE, worstAction, type EolPolicy, type PolicyAction } from './policy';
import type { Place } from './place';
import type { PolicySet } from './set';

/** A (product, cycle) with its one date, as policies judge it. */
export interface JudgedCycle {
  readonly productName: string;
  readonly cycle: string;
  /** Null: nothing is known of its end. */
  readonly eolOn: Day | null;
  /** False with a date: it has ended on an unknown day, and the date is the day it was first seen. */
  readonly eolOnKnown: boolean;
  /** The cycle that its end was concluded from, where nobody says that it has ended: an estimate. */
  readonly estimatedFrom?: string | null;
}

export interface CycleVerdict<Cycle extends JudgedCycle = JudgedCycle> {
  readonly cycle: Cycle;
  readonly verdict: Verdict;
  readonly nextChanges: readonly VerdictChange[];
  /** Null: no waiver covers it today. */
  readonly waived: Waived | null;
}

/** What a waiver takes off a cycle. */
export interface Waived {
  readonly waiver: GrantedWaiver;
  /** As it would be without any waiver; ALLOW: there is nothing to be waived. */
  readonly verdict: Verdict;
}

export interface Evaluation<Cycle extends JudgedCycle = JudgedCycle> {
  /** The whole is as bad as its worst part. */
  readonly action: PolicyAction;
  /** One for each cycle, in their order. */
  readonly verdicts: readonly CycleVerdict<Cycle>[];
}

/**
 * Judges the software in one place on one day. Each (product, cycle) is judged on its own.
 * Source: "Policies" of the service's decisions.
 */
export function evaluate<Cycle extends JudgedCycle>(
  cycles: readonly Cycle[],
  policies: PolicySet,
  place: Place,
  today: Day,
): Evaluation<Cycle> {
  const verdicts = cycles.map((cycle) => {
    const rules = rulesFor(cycle, policies, place);
    return {
      cycle,
      verdict: verdictOn(rules, today),
      nextChanges: changesAfter(rules, today),
      waived: waivedIn(cycle, policies, place, today),
    };
  });
  return { action: worstAction(verdicts.map(({ verdict }) => verdict.action)), verdicts };
}

/** Tells which waiver covers a cycle in a place today, and what it takes off it; null for none. */
export function waivedIn(
  cycle: JudgedCycle,
  policies: PolicySet,
  place: Place,
  today: Day,
): Waived | null {
  return waivedBy(cycle, policies, datedRule, place, today);
}

/** Does the same of whatever has rules and the names that waivers are held against. */
export function waivedBy<Cycle extends Pick<JudgedCycle, 'productName' | 'cycle'>>(
  cycle: Cycle,
  policies: PolicySet,
  toRule: (policy: EolPolicy, cycle: Cycle) => DatedRule,
  place: Place,
  today: Day,
): Waived | null {
  const waiver = policies.waivers.covering(cycle, place, today);
  if (!waiver) return null;
  const rules = unwaivedRules(cycle, policies, toRule)(place);
  return { waiver, verdict: verdictOn(rules, today) };
}

/** An evaluation, whatever it is of. */
export interface Overall {
  readonly action: PolicyAction;
  readonly verdicts: readonly Pick<CycleVerdict, 'verdict' | 'nextChanges'>[];
}

/** The later days on which the whole becomes better or worse, in order. Each part may have a day of its own: it is gone through once. */
export function overallChanges({ action, verdicts }: Overall): VerdictChange[] {
  const counts = new Map<PolicyAction, number>();
  const count = (of: PolicyAction, by: number) => counts.set(of, (counts.get(of) ?? 0) + by);
  for (const { verdict } of verdicts) count(verdict.action, 1);
  const steps = verdicts.flatMap(({ verdict, nextChanges }) =>
    nextChanges.map(({ on, action: to }, index) => {
      const from = nextChanges[index - 1]?.action ?? verdict.action;
      return { on, from, to };
    }),
  );
  const byDay = [...Map.groupBy(steps, ({ on }) => on)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const changes: VerdictChange[] = [];
  let current = action;
  for (const [on, all] of byDay) {
    for (const { from, to } of all) {
      count(from, -1);
      count(to, 1);
    }
    const next = worstAction([...counts].flatMap(([one, number]) => (number > 0 ? one : [])));
    if (next !== current) changes.push({ on, action: next });
    current = next;
  }
  return changes;
}

/** The rules on one cycle with their days, by place, first the one that decides first. */
export type RulesByPlace = (place: Place) => readonly DatedRule[];

/**
 * The part that does not depend on the place is made once for all of them. Where a waiver covers the cycle, no rule
 * applies before the day after its last one.
 */
export function rulesByPlace<Cycle extends Pick<JudgedCycle, 'productName' | 'cycle'>>(
  cycle: Cycle,
  policies: PolicySet,
  toRule: (policy: EolPolicy, cycle: Cycle) => DatedRule,
): RulesByPlace {
  const unwaived = unwaivedRules(cycle, policies, toRule);
  const waivers = policies.waivers.on(cycle);
  if (waivers.length === 0) return unwaived;
  return (place) => {
    const waiver = lastingLongest(waivers, place);
    return waiver ? unwaived(place).map((rule) => putOff(rule, waiver)) : unwaived(place);
  };
}

function putOff({ deny, warn }: DatedRule, waiver: GrantedWaiver): DatedRule {
  const first = addDays(waiver.endsOn, 1);
  const later = (decision: Decision | null) =>
    decision && decision.on < first ? { ...decision, on: first, waiver } : decision;
  return { deny: later(deny), warn: later(warn) };
}

function unwaivedRules<Cycle extends Pick<JudgedCycle, 'productName' | 'cycle'>>(
  cycle: Cycle,
  policies: PolicySet,
  toRule: (policy: EolPolicy, cycle: Cycle) => DatedRule,
): RulesByPlace {
  const about = policies.aboutSoftware(cycle);
  const byProject = (coversAll: boolean) => {
    // Hundreds of projects with policies of their own ask for each software: nothing is copied that need not be.
    const covering = (some: readonly EolPolicy[]) =>
      coversAll ? some : some.filter(({ onlyRunning }) => !onlyRunning);
    const rulesOf = (some: readonly EolPolicy[]) =>
      covering(some).map((policy) => toRule(policy, cycle));
    const [first, last] = [rulesOf(about), rulesOf(policies.everywhere)];
    const elsewhere = [...first, ...last];
    return (projectName: string) => {
      const own = policies.ofProject(projectName);
      return own.length === 0 ? elsewhere : [...first, ...rulesOf(own), ...last];
    };
  };
  const whereItRuns = byProject(true);
  const elsewhere = policies.onlyRunning.length === 0 ? whereItRuns : byProject(false);
  return ({ projectName, runs }) => (runs ? whereItRuns : elsewhere)(projectName);
}

/** Lists the rules of the policies that cover a cycle in one place. */
export function rulesFor(
  cycle: JudgedCycle,
  policies: PolicySet,
  place: Place,
): readonly DatedRule[] {
  return rulesByPlace(cycle, policies, datedRule)(place);
}

/** Dates the rule of one policy for a cycle that it covers. */
export function datedRule(policy: EolPolicy, cycle: JudgedCycle): DatedRule {
  const deny = startedDenial(decisionOf(policy, cycle, policy.denyDays, policy.denyOn));
  const warn = decisionOf(policy, cycle, policy.warnDays, policy.warnOn);
  if (deny === null || cycle.eolOnKnown || cycle.eolOn === null) return { deny, warn };
  if (policy.denyEstimates && isEstimated(cycle)) return { deny, warn };
  const softened = { ...deny, isSoftened: true };
  return { deny: null, warn: warn && warn.on <= softened.on ? warn : softened };
}

function isEstimated({ estimatedFrom }: JudgedCycle): boolean {
  return estimatedFrom !== undefined && estimatedFrom !== null;
}

function decisionOf(
  policy: EolPolicy,
  { eolOn, eolOnKnown }: JudgedCycle,
  days: number | null,
  date: Day | null,
): Decision | null {
  if (days === null) {
    if (date === null || date === UNSET_DATE) return null;
    return { policy, on: date, rule: 'date', isSoftened: false };
  }
  if (eolOn === null) return null;
  // Nothing can be counted back from an unknown day; by the day it was first seen the cycle had ended.
  const on = eolOnKnown ? addDays(eolOn, -days) : eolOn;
  return { policy, on, rule: 'days', isSoftened: false };
}
