import type { Day } from '@/domain/eol/calendar';
import { firstDayOf, verdictOn, type DatedRule, type Verdict } from '@/domain/policy/dated-rules';
import { rulesFor } from '@/domain/policy/evaluate';
import type { PolicySet } from '@/domain/policy/policy-set';
import { scannerRulesFor } from '@/domain/policy/scanner-rules';
import type { NamedProject, SoftwareFacts } from './queries';

/** The policies as they are and as they would be. */
export interface PolicySets {
  readonly before: PolicySet;
  readonly after: PolicySet;
}

/** The first days, today or later, with each action; null: never. */
export interface ActionDays {
  readonly deniedOn: Day | null;
  readonly warnedOn: Day | null;
}

/** Software in one project that has policies of its own, or in all the others. */
export interface JudgedSoftware {
  readonly software: SoftwareFacts;
  /** Null: every project without policies of its own. */
  readonly project: NamedProject | null;
  readonly verdictBefore: Verdict;
  readonly daysBefore: ActionDays;
  readonly after: readonly DatedRule[];
  readonly verdictAfter: Verdict;
  readonly daysAfter: ActionDays;
  /** What a scanner makes of it by itself. */
  readonly scanners: readonly DatedRule[];
  readonly scannerVerdict: Verdict;
  /** The place of the policy by which the scanner decides; -1 when it comes to no policy. */
  readonly scannerRank: number;
  /** Image tags that hold it. */
  images: number;
}

/**
 * Judges software when it is first met, once for all images that hold it: by project only where a project
 * has policies of its own.
 */
export class SoftwareJudge {
  private readonly facts: ReadonlyMap<string, SoftwareFacts>;
  private readonly projects: ReadonlyMap<string, NamedProject>;
  private readonly ranks: ReadonlyMap<string, number>;
  /** By project, null standing for all without policies of their own; then by software. */
  private readonly judged = new Map<NamedProject | null, Map<string, JudgedSoftware>>();

  constructor(
    software: readonly SoftwareFacts[],
    ownProjects: readonly NamedProject[],
    private readonly policies: PolicySets,
    readonly today: Day,
  ) {
    this.facts = new Map(software.map((one) => [one.id, one]));
    this.projects = new Map(ownProjects.map((project) => [project.id, project]));
    this.ranks = policies.after.ranks;
  }

  /** The project when it has policies of its own, else null. */
  ownProject(projectId: string): NamedProject | null {
    return this.projects.get(projectId) ?? null;
  }

  /** Null for software that came after the facts were read. */
  judge(project: NamedProject | null, softwareId: string): JudgedSoftware | null {
    let ofProject = this.judged.get(project);
    if (!ofProject) this.judged.set(project, (ofProject = new Map()));
    const known = ofProject.get(softwareId);
    if (known) return known;
    const facts = this.facts.get(softwareId);
    if (!facts) return null;
    const judged = this.judgeFacts(facts, project);
    ofProject.set(softwareId, judged);
    return judged;
  }

  /** What was judged, in the order of the facts; of one software the projects with their own policies last. */
  all(): JudgedSoftware[] {
    const places = new Map([...this.facts.keys()].map((id, place) => [id, place]));
    const placeOf = ({ software }: JudgedSoftware) => places.get(software.id) ?? 0;
    const nameOf = ({ project }: JudgedSoftware) => project?.name ?? '';
    return [...this.judged.values()]
      .flatMap((ofProject) => [...ofProject.values()])
      .sort(
        (left, right) => placeOf(left) - placeOf(right) || (nameOf(left) < nameOf(right) ? -1 : 1),
      );
  }

  private judgeFacts(software: SoftwareFacts, project: NamedProject | null): JudgedSoftware {
    const { today } = this;
    // No policy is about a project without a name: validation asks for one.
    const projectName = project?.name ?? '';
    const { policies } = this;
    const after = rulesFor(software, policies.after, projectName);
    const before =
      policies.before === policies.after ? after : rulesFor(software, policies.before, projectName);
    const scanners = isSameToScanners(software)
      ? after
      : scannerRulesFor(software, policies.after, projectName);
    const scannerVerdict = verdictOn(scanners, today);
    return {
      software,
      project,
      verdictBefore: verdictOn(before, today),
      daysBefore: daysOf(before, today),
      after,
      verdictAfter: verdictOn(after, today),
      daysAfter: daysOf(after, today),
      scanners,
      scannerVerdict,
      scannerRank: this.scannerRank(software, scannerVerdict),
      images: 0,
    };
  }

  private scannerRank({ scannerEnded }: SoftwareFacts, { decision }: Verdict): number {
    // What a scanner calls ended it warns of before it comes to any policy.
    if (scannerEnded || !decision) return -1;
    return this.ranks.get(decision.policy.id) ?? -1;
  }
}

/** Whether a scanner goes by the same end: then it makes the same of the cycle by itself. */
function isSameToScanners({ eolOn, eolOnKnown, scannerEolOn, scannerEnded }: SoftwareFacts) {
  return eolOnKnown && eolOn === scannerEolOn && !scannerEnded;
}

function daysOf(rules: readonly DatedRule[], today: Day): ActionDays {
  return {
    deniedOn: firstDayOf('DENY', rules, today),
    warnedOn: firstDayOf('WARN', rules, today),
  };
}

/** The earlier of two days, null being never. */
export function earlier(left: Day | null, right: Day | null): Day | null {
  if (left === null) return right;
  return right === null || left <= right ? left : right;
}
