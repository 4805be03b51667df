import { type CycleVersion, isWithin, parsePolicyCycle, parseReleaseCycle } from './cycle-version';
import { NO_WAIVERS, type WaiverSet } from '@/domain/waiver/set';
import type { Day } from '@/domain/eol/calendar';
import type { CycleOperator, EolPolicy } from './policy';

/**
 * Sent to scanners, a policy for what runs would judge every build: none of them runs yet. One that says nothing of ends is
 * nothing to them, who know of no registries.
 */
export function isToldToScanners(policy: EolPolicy): boolean {
  return !policy.onlyRunning && saysOfEnds(policy);
}

function saysOfEnds({ warnOn, denyOn, warnDays, denyDays }: EolPolicy): boolean {
  return [warnOn, denyOn, warnDays, denyDays].some((given) => given !== null);
}

/**
 * What scanners are told of a policy on a day: without its denial before the day from which it denies, as they know no
 * such day; null: not of it.
 */
export function asToldOn<Policy extends EolPolicy>(policy: Policy, today: Day): Policy | null {
  if (!isToldToScanners(policy)) return null;
  if (policy.deniesFrom === null || policy.deniesFrom <= today) return policy;
  if (policy.warnDays === null && policy.warnOn === null) return null;
  return { ...policy, denyDays: null, denyOn: null };
}

/** In the order in which they decide. */
const SCOPES_IN_ORDER = ['software', 'project', 'global'] as const;

interface SoftwarePolicy {
  readonly policy: EolPolicy;
  readonly operator: CycleOperator;
  readonly version: CycleVersion;
}

/** A release cycle by its names. */
interface NamedCycle {
  readonly productName: string;
  readonly cycle: string;
}

/**
 * The EOL policies of an organization in the order in which they decide: scopes from software over
 * project to global, within a scope the newest first. Scanners sort what they are sent so that of equal
 * scopes the last one listed decides first; the lists are oldest first.
 */
export class PolicySet {
  private readonly bySoftware = new Map<string, SoftwarePolicy[]>();
  private readonly byProject = new Map<string, EolPolicy[]>();
  private readonly global: EolPolicy[] = [];
  /** Any of them; null when there are none. */
  readonly first: EolPolicy | null;
  /** From when scanners are told of any; null: there is none whose start they wait for, or always. */
  readonly firstToldOn: Day | null;
  readonly byId: ReadonlyMap<string, EolPolicy>;
  /** Those that judge an image only while a cluster runs it: where there are none, nobody need know what runs. */
  readonly onlyRunning: readonly EolPolicy[];
  /** Whether any of them says something of packages by what registries say: else nobody need know what they do. */
  readonly judgesPackages: boolean;
  /** Those that scanners are told of: they cannot know what runs, and no waiver. */
  readonly told: PolicySet;

  /**
   * @param policies oldest first
   * @param waivers what none of them denies or warns of for a time
   */
  constructor(
    policies: readonly EolPolicy[],
    readonly waivers: WaiverSet = NO_WAIVERS,
  ) {
    this.first = policies[0] ?? null;
    this.firstToldOn = firstToldOn(policies);
    this.byId = new Map(policies.map((policy) => [policy.id, policy]));
    for (const policy of policies.toReversed()) this.add(policy);
    this.onlyRunning = policies.filter(({ onlyRunning }) => onlyRunning);
    this.judgesPackages = policies.some(
      ({ deprecated, stale }) => deprecated !== null || stale !== null,
    );
    this.told =
      policies.every(isToldToScanners) && waivers.isEmpty
        ? this
        : new PolicySet(policies.filter(isToldToScanners));
  }

  /** Names of the projects that have policies or waivers of their own. */
  get projectNames(): string[] {
    return [...new Set([...this.byProject.keys(), ...this.waivers.projectNames])];
  }

  /** The place of each policy in the order, by id. */
  get ranks(): Map<string, number> {
    const software = [...this.bySoftware.values()].flat().map(({ policy }) => policy);
    const inOrder = [...software, ...[...this.byProject.values()].flat(), ...this.global];
    return new Map(inOrder.map(({ id }, rank) => [id, rank]));
  }

  /** The place of each in the order in which scanners go through those that they are told of on a day, by id. */
  ranksToldOn(day: Day): Map<string, number> {
    const told = [...this.byId.values()].filter((policy) => asToldOn(policy, day) !== null);
    const inOrder = SCOPES_IN_ORDER.flatMap((wanted) =>
      told.filter(({ scope }) => scope === wanted).toReversed(),
    );
    return new Map(inOrder.map(({ id }, rank) => [id, rank]));
  }

  /** The policies of scope software that cover this, in any project. */
  aboutSoftware({ productName, cycle }: NamedCycle): EolPolicy[] {
    const policies = this.bySoftware.get(productName);
    const version = policies && parseReleaseCycle(cycle);
    if (!version) return [];
    return policies
      .filter((candidate) => isWithin(version, candidate.operator, candidate.version))
      .map(({ policy }) => policy);
  }

  /** A project's own policies. */
  ofProject(projectName: string): readonly EolPolicy[] {
    return this.byProject.get(projectName) ?? [];
  }

  /** The policies that cover all software. */
  get everywhere(): readonly EolPolicy[] {
    return this.global;
  }

  private add(policy: EolPolicy): void {
    const { scope, productName, projectName, cycleOperator: operator } = policy;
    const version = policy.cycle === null ? null : parsePolicyCycle(policy.cycle);
    if (scope === 'global') this.global.push(policy);
    if (scope === 'project' && projectName !== null) {
      this.byProject.set(projectName, [...(this.byProject.get(projectName) ?? []), policy]);
    }
    if (scope === 'software' && productName !== null && operator !== null && version) {
      const known = this.bySoftware.get(productName) ?? [];
      this.bySoftware.set(productName, [...known, { policy, operator, version }]);
    }
  }
}

function firstToldOn(policies: readonly EolPolicy[]): Day | null {
  let first: Day | null = null;
  for (const { deniesFrom, warnDays, warnOn } of policies) {
    if (deniesFrom === null || warnDays !== null || warnOn !== null) return null;
    if (first === null || deniesFrom < first) first = deniesFrom;
  }
  return first;
}
