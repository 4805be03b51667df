import type { Day } from '@/domain/eol/calendar';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { projectTitle } from '@/domain/identifiers/project-name';
import type { Decision, Verdict } from './dated-rules';
import type { CycleVerdict, Evaluation, JudgedCycle } from './evaluate';
import type { CycleOperator, EolPolicy, PolicyAction } from './policy';

/** A build is told of this many, the worst first: a longer list helps nobody and is kept with every scan. */
export const MAX_VIOLATIONS = 1_000;

/** One (product, cycle) that a policy warns of or denies, as a build is told. */
export interface Violation {
  readonly policy_id: string;
  readonly action: Exclude<PolicyAction, 'ALLOW'>;
  readonly product_name: string;
  readonly cycle: string;
  readonly artifact_types: string[];
  readonly eol_date: Day | null;
  /** How well that is known. */
  readonly evidence: EvidenceDegree;
  /** The day since when the policy applies. */
  readonly applies_on: Day;
  readonly message: string;
}

/** One (product, cycle) that a policy would warn of or deny, and that a waiver allows for a time. */
export interface WaivedViolation extends Omit<Violation, 'action'> {
  /** What it would be. */
  readonly waived_action: Violation['action'];
  readonly waiver_id: string;
  /** The last day of the waiver. */
  readonly ends_on: Day;
}

/** A cycle with the artifact types it was found as. */
export interface FoundCycle extends JudgedCycle {
  /** Digest of (product, cycle). */
  readonly cycleKey: string;
  readonly artifactTypes: string[];
}

/** How well the ends of cycles are known, by their keys. */
export type Degrees = ReadonlyMap<string, EvidenceDegree>;

/** Lists the cycles that violations, or what waivers make of them, will name: those whose degrees are asked for. */
export function violatingCycles({ verdicts }: Evaluation<FoundCycle>): FoundCycle[] {
  return verdicts
    .filter(({ verdict, waived }) => verdict.decision ?? waived?.verdict.decision)
    .map(({ cycle }) => cycle);
}

/** Lists the violations of an evaluation: denials first, then by product and cycle. */
export function violationsOf({ verdicts }: Evaluation<FoundCycle>, degrees: Degrees): Violation[] {
  return verdicts
    .flatMap((verdict) => violationOf(verdict, degrees) ?? [])
    .sort(worstFirst)
    .slice(0, MAX_VIOLATIONS);
}

/** Lists what would be violations but for a waiver, in the same order. */
export function waivedViolationsOf(
  { verdicts }: Evaluation<FoundCycle>,
  degrees: Degrees,
): WaivedViolation[] {
  return verdicts
    .flatMap(({ cycle, waived }) => {
      const violation = waived && violationOf({ cycle, verdict: waived.verdict }, degrees);
      return violation ? [{ violation, waiver: waived.waiver }] : [];
    })
    .sort((left, right) => worstFirst(left.violation, right.violation))
    .slice(0, MAX_VIOLATIONS)
    .map(({ violation: { action, message, ...rest }, waiver: { id, endsOn } }) => ({
      ...rest,
      ...{ waived_action: action, waiver_id: id, ends_on: endsOn },
      message: `Waived until ${endsOn}. Without the waiver: ${message}`,
    }));
}

function worstFirst(left: Violation, right: Violation): number {
  return (
    compare(left.action, right.action) ||
    compare(left.product_name, right.product_name) ||
    compare(left.cycle, right.cycle)
  );
}

function violationOf(
  { cycle, verdict }: Pick<CycleVerdict<FoundCycle>, 'cycle' | 'verdict'>,
  degrees: Degrees,
): Violation | null {
  if (!verdict.decision) return null;
  return {
    policy_id: verdict.decision.policy.id,
    action: verdict.action,
    product_name: cycle.productName,
    cycle: cycle.cycle,
    artifact_types: cycle.artifactTypes,
    eol_date: cycle.eolOn,
    evidence: degrees.get(cycle.cycleKey) ?? 'unknown',
    applies_on: verdict.decision.on,
    message: explain(cycle, verdict) ?? '',
  };
}

/** By code unit, the same on every machine; DENY stands before WARN. */
function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** Why a cycle is warned of or denied, in one sentence for people; null when it is allowed. */
export function explain(cycle: JudgedCycle, verdict: Verdict): string | null {
  if (!verdict.decision) return null;
  const { policy, on, rule, isSoftened } = verdict.decision;
  const fate = verdict.action === 'DENY' ? 'denied' : 'warned about';
  // Not "since": the policy may be younger than the day it counts from, and so may the image.
  const subject = `${cycle.productName} ${cycle.cycle} is ${fate} from ${on} on`;
  const cause = causeOf[rule](policy, cycle, verdict.action, isSoftened);
  const softened = isSoftened ? softenedBy(cycle) : null;
  return [`${subject} by the ${policyWords(policy)}`, cause, softened]
    .filter((part) => part !== null)
    .join(': ')
    .concat('.');
}

function softenedBy({ estimatedFrom }: JudgedCycle): string {
  return estimatedFrom
    ? 'what has ended by an estimate is denied only where a policy says so'
    : 'a cycle that ended on an unknown day is never denied';
}

const causeOf = {
  date: () => null,
  days: countedBack,
  start: () => 'it denies from that day on',
  package: () => null,
} as const satisfies Record<Decision['rule'], typeof countedBack>;

function countedBack(
  policy: EolPolicy,
  { eolOn, eolOnKnown, estimatedFrom }: JudgedCycle,
  action: Verdict['action'],
  isSoftened: boolean,
): string | null {
  if (!eolOnKnown && isSoftened) return null;
  if (!eolOnKnown)
    return estimatedFrom
      ? `it is older than ${estimatedFrom}, which has ended: an estimate`
      : 'it has ended on an unknown day';
  const days = (action === 'DENY' ? policy.denyDays : policy.warnDays) ?? 0;
  const end = `its end of life on ${String(eolOn)}`;
  if (days === 0) return `from ${end}`;
  const count = Math.abs(days);
  return `${String(count)} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'after' : 'before'} ${end}`;
}

const OPERATOR_WORDS = {
  LT: (cycle) => `before ${cycle}`,
  LTE: (cycle) => `up to ${cycle}`,
  EQ: (cycle) => cycle,
} as const satisfies Record<CycleOperator, (cycle: string) => string>;

/** Names a policy by its subject: `policy for Redis before 7 in what runs`. */
export function policyWords(policy: Omit<EolPolicy, 'id'>): string {
  return policy.onlyRunning ? `${subjectWords(policy)} in what runs` : subjectWords(policy);
}

function subjectWords(policy: Omit<EolPolicy, 'id'>): string {
  switch (policy.scope) {
    case 'global':
      return 'policy for all software';
    case 'project':
      return `policy for the project ${projectTitle(policy.projectName ?? '').title}`;
    case 'software': {
      const operator = OPERATOR_WORDS[policy.cycleOperator ?? 'EQ'];
      return `policy for ${policy.productName ?? ''} ${operator(policy.cycle ?? '')}`;
    }
  }
}
