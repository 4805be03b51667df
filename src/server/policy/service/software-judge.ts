import type { Day } from '@/domain/eol/calendar';
import {
  actionDays,
  verdictOn,
  type ActionDays,
  type DatedRule,
  type Verdict,
} from '@/domain/policy/dated-rules';
import { datedRule, rulesByProject, rulesFor, type RulesByProject } from '@/domain/policy/evaluate';
import type { PolicyAction } from '@/domain/policy/policy';
import {
  scannerDifference,
  scannerRulesByProject,
  type ScannerDifference,
} from '@/domain/policy/scanner-rules';
import type { NamedProject, SoftwareFacts } from '../repository';
import type { PolicySets } from './draft';

/**
 * Software in one project that has policies of its own, or in all the others. Only the outcome of the policies is
 * kept: the rules are cheap to make again for the few that are shown.
 */
export interface JudgedSoftware {
  readonly software: SoftwareFacts;
  /** Its place among the facts, which are in the order in which software is listed. */
  readonly place: number;
  /** Null: every project without policies of its own. */
  readonly project: NamedProject | null;
  readonly daysBefore: ActionDays;
  readonly daysAfter: ActionDays;
  /** The scanner's own action on it today. */
  readonly scannerAction: PolicyAction;
  /** The place of the policy by which the scanner decides; -1 when by none. */
  readonly scannerRank: number;
  /** From when the scanner decides otherwise where it finds it; null: never. */
  readonly difference: ScannerDifference | null;
  /** Image tags that hold it. */
  images: number;
  /** Those of them in which a scanner does not find it. */
  unseenImages: number;
}

/** One software with the policies' rules on it, the parts that projects share made once. */
interface SoftwareRules {
  readonly software: SoftwareFacts;
  readonly before: RulesByProject;
  readonly after: RulesByProject;
  /** Null: a scanner comes to the same by itself. */
  readonly scanners: RulesByProject | null;
}

/** Software in the images of one project, or of all projects without policies of their own. */
export class ProjectSoftware {
  /** By the software's place among the facts. */
  readonly judged = new Map<number, JudgedSoftware>();

  constructor(readonly project: NamedProject | null) {}

  /** No policy is about a project without a name: validation asks for one. */
  get name(): string {
    return this.project?.name ?? '';
  }
}

/**
 * Judges software when it is first met, once for all images that hold it: by project only where a project
 * has policies of its own. Hundreds of those make a hundred thousand pairs, so that one pair must be cheap:
 * what is about all projects is kept by software, and ids are looked up once for all projects.
 */
export class SoftwareJudge {
  private readonly places: ReadonlyMap<string, number>;
  private readonly rules: (SoftwareRules | undefined)[] = [];
  private readonly ownProjects: ReadonlyMap<string, ProjectSoftware>;
  private readonly otherProjects = new ProjectSoftware(null);
  private readonly ranks: ReadonlyMap<string, number>;

  constructor(
    private readonly facts: readonly SoftwareFacts[],
    ownProjects: readonly NamedProject[],
    private readonly policies: PolicySets,
    readonly today: Day,
  ) {
    this.places = new Map(facts.map(({ id }, place) => [id, place]));
    this.ownProjects = new Map(
      ownProjects.map((project) => [project.id, new ProjectSoftware(project)]),
    );
    this.ranks = policies.after.ranks;
  }

  /** Gives the group in which the software of a project is judged. */
  softwareOf(projectId: string): ProjectSoftware {
    return this.ownProjects.get(projectId) ?? this.otherProjects;
  }

  /** Judges the software of one image. Software that came after the facts were read is left out. */
  judge(ofProject: ProjectSoftware, softwareIds: Iterable<string>): JudgedSoftware[] {
    const held: JudgedSoftware[] = [];
    for (const id of softwareIds) {
      const place = this.places.get(id);
      if (place === undefined) continue;
      const known = ofProject.judged.get(place);
      const one = known ?? this.judgeOne(place, ofProject);
      if (!one) continue;
      if (!known) ofProject.judged.set(place, one);
      held.push(one);
    }
    return held;
  }

  /** Lists the judged software in the order of the facts; of one software the projects with their own policies last. */
  all(): JudgedSoftware[] {
    const byPlace: JudgedSoftware[][] = this.facts.map(() => []);
    const named = [...this.ownProjects.values()].sort((left, right) =>
      left.name < right.name ? -1 : 1,
    );
    for (const { judged } of [this.otherProjects, ...named]) {
      for (const [place, one] of judged) byPlace[place]?.push(one);
    }
    return byPlace.flat();
  }

  /** Gives the rules on judged software, after the change. */
  rulesOf({ software, project }: JudgedSoftware): readonly DatedRule[] {
    return rulesFor(software, this.policies.after, project?.name ?? '');
  }

  private rulesAt(place: number): SoftwareRules | null {
    const known = this.rules[place];
    if (known) return known;
    const software = this.facts[place];
    if (!software) return null;
    const { before, after } = this.policies;
    const ofAfter = rulesByProject(software, after, datedRule);
    const rules = {
      software,
      before: before === after ? ofAfter : rulesByProject(software, before, datedRule),
      after: ofAfter,
      scanners: isSameToScanners(software) ? null : scannerRulesByProject(software, after),
    };
    this.rules[place] = rules;
    return rules;
  }

  private judgeOne(place: number, { name, project }: ProjectSoftware): JudgedSoftware | null {
    const rules = this.rulesAt(place);
    if (!rules) return null;
    const { software } = rules;
    const { today } = this;
    const after = rules.after(name);
    const daysAfter = actionDays(after, today);
    const scanners = rules.scanners?.(name) ?? after;
    const scannerVerdict = verdictOn(scanners, today);
    return {
      software,
      place,
      project,
      daysBefore: rules.before === rules.after ? daysAfter : actionDays(rules.before(name), today),
      daysAfter,
      scannerAction: scannerVerdict.action,
      scannerRank: this.scannerRank(software, scannerVerdict),
      difference: rules.scanners ? scannerDifference(software, after, scanners, today) : null,
      images: 0,
      unseenImages: 0,
    };
  }

  private scannerRank({ scannerEnded }: SoftwareFacts, { decision }: Verdict): number {
    if (!decision) return -1;
    // A scanner warns of what it calls ended while it goes by its first policy, whatever that policy says.
    if (scannerEnded) return 0;
    return this.ranks.get(decision.policy.id) ?? -1;
  }
}

/** Tells whether a scanner goes by the same end: then it comes to the same for the cycle by itself. */
function isSameToScanners(software: SoftwareFacts) {
  const { eolOn, eolOnKnown, scannerEolOn, scannerEnded, scannerEolIsPlain } = software;
  return eolOnKnown && eolOn === scannerEolOn && !scannerEnded && scannerEolIsPlain;
}
