import { dayOf, type Day, daysBetween } from '@/domain/eol/calendar';
import type { PackageDegree, PackageVerdict } from '@/domain/registry/verdict';
import {
  changesAfter,
  type DatedRule,
  startedDenial,
  verdictOn,
  type Decision,
} from './dated-rules';
import { type CycleVerdict, rulesByPlace, waivedBy } from './evaluate';
import { packageNames } from './package-names';
import type { Place } from './place';
import { type ClauseAction, type EolPolicy, type PolicyAction, worstAction } from './policy';
import type { PolicySet } from './set';
import { MAX_VIOLATIONS, policyWords } from './violation';

/**
 * A package of which its registry says something, or whose line is stale, and of which no end is known: what has one is judged
 * by that alone. See .github/decisions/0095-policies-on-packages.md.
 */
export interface JudgedPackage extends PackageVerdict {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

/** No policy has a clause before it. */
const ALWAYS = dayOf(new Date('0001-01-01T00:00:00Z'));

const NO_RULE: DatedRule = { deny: null, warn: null };

/** The clause of a policy on packages of a degree; null: it says nothing of them. */
export function clauseOn(
  { deprecated, stale }: Pick<EolPolicy, 'deprecated' | 'stale'>,
  degree: PackageDegree,
): ClauseAction | null {
  return degree === 'registry' ? deprecated : stale;
}

/** The rule of one policy on a package. Before the day from which the policy denies, it warns of what it will deny. */
export function packageRule(
  policy: EolPolicy,
  { degree }: Pick<JudgedPackage, 'degree'>,
): DatedRule {
  const action = clauseOn(policy, degree);
  if (action === null) return NO_RULE;
  const always: Decision = { policy, on: ALWAYS, rule: 'package', isSoftened: false };
  if (action === 'WARN') return { deny: null, warn: always };
  const deny = startedDenial(always);
  return { deny, warn: deny.on === ALWAYS ? null : always };
}

/** A verdict on a package, of the form of those on cycles. */
export interface PackageJudgement extends Omit<CycleVerdict, 'cycle'> {
  readonly found: JudgedPackage;
}

export interface PackageEvaluation {
  /** As bad as the worst of them. */
  readonly action: PolicyAction;
  readonly verdicts: readonly PackageJudgement[];
}

const NONE: PackageEvaluation = { action: 'ALLOW', verdicts: [] };

/** The rules on one package with their days, by place; as for cycles, a waiver puts them off. */
export function packageRules(found: JudgedPackage, policies: PolicySet) {
  return rulesByPlace(withNames(found), policies, packageRule);
}

/** Tells which waiver covers a package in a place today, and what it takes off it; null for none. */
export function waivedPackage(found: JudgedPackage, policies: PolicySet, place: Place, today: Day) {
  return waivedBy(withNames(found), policies, packageRule, place, today);
}

function withNames(found: JudgedPackage) {
  return { ...found, ...packageNames(found) };
}

/** Judges the packages in one place on one day, each on its own. */
export function evaluatePackages(
  packages: readonly JudgedPackage[],
  policies: PolicySet,
  place: Place,
  today: Day,
): PackageEvaluation {
  if (!policies.judgesPackages || packages.length === 0) return NONE;
  const verdicts = packages.map((found) => {
    const rules = packageRules(found, policies)(place);
    return {
      found,
      verdict: verdictOn(rules, today),
      nextChanges: changesAfter(rules, today),
      waived: waivedPackage(found, policies, place, today),
    };
  });
  return { action: worstAction(verdicts.map(({ verdict }) => verdict.action)), verdicts };
}

/** A package that a policy warns of or denies, as a build is told. */
export interface PackageViolation {
  readonly policy_id: string;
  readonly action: ClauseAction;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly degree: PackageDegree;
  /** What its registry calls it; null for a stale line. */
  readonly kind: JudgedPackage['kind'];
  /** Its registry's and its maintainer's words; null for a stale line. */
  readonly statement: string | null;
  /** What its maintainer names in its place. */
  readonly successor: string | null;
  readonly url: string | null;
  /** Of a stale line, its last release, and the days since. */
  readonly released_on: Day | null;
  readonly days: number | null;
  readonly message: string;
}

/** A package that a policy would warn of or deny, and that a waiver allows for a time. */
export interface WaivedPackageViolation extends Omit<PackageViolation, 'action'> {
  readonly waived_action: ClauseAction;
  readonly waiver_id: string;
  /** The last day of the waiver. */
  readonly ends_on: Day;
}

/** Lists the packages that an evaluation denies or warns of: denials first, then by name and version. */
export function packageViolationsOf(
  { verdicts }: PackageEvaluation,
  today: Day,
): PackageViolation[] {
  return verdicts
    .flatMap(({ found, verdict }) => violationOf(found, verdict, today) ?? [])
    .sort(worstFirst)
    .slice(0, MAX_VIOLATIONS);
}

/** Lists those that would be but for a waiver, in the same order. */
export function waivedPackageViolationsOf(
  { verdicts }: PackageEvaluation,
  today: Day,
): WaivedPackageViolation[] {
  return verdicts
    .flatMap(({ found, waived }) => {
      const violation = waived && violationOf(found, waived.verdict, today);
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

function violationOf(
  found: JudgedPackage,
  verdict: CycleVerdict['verdict'],
  today: Day,
): PackageViolation | null {
  if (!verdict.decision) return null;
  const { name, version, purl, degree, kind, message, successor, url, releasedOn } = found;
  return {
    ...{ policy_id: verdict.decision.policy.id, action: verdict.action },
    ...{ name, version, purl, degree, kind, successor, url },
    statement: kind === null ? null : message,
    released_on: releasedOn,
    days: releasedOn && daysBetween(releasedOn, today),
    message: explainPackage(found, verdict) ?? '',
  };
}

/** Why a package is warned of or denied, in one sentence for people; null when it is allowed. */
export function explainPackage(
  { name, version, message }: Pick<JudgedPackage, 'name' | 'version' | 'message'>,
  { action, decision }: CycleVerdict['verdict'],
): string | null {
  if (!decision) return null;
  const { policy, on, rule } = decision;
  const fate = action === 'DENY' ? 'denied' : 'warned about';
  const since = rule === 'start' ? ` from ${on} on` : '';
  const said = message.replace(/\.$/, '');
  return `${name} ${version} is ${fate}${since} by the ${policyWords(policy)}: ${said}.`;
}

function worstFirst(left: PackageViolation, right: PackageViolation): number {
  return (
    compare(left.action, right.action) ||
    compare(left.name, right.name) ||
    compare(left.version, right.version) ||
    compare(left.purl, right.purl)
  );
}

/** By code unit, the same on every machine; DENY stands before WARN. */
function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
