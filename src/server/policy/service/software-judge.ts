import type { Day } from '@/domain/eol/calendar';
import {
  actionDays,
  verdictOn,
  type ActionDays,
  type DatedRule,
  type Verdict,
} from '@/domain/policy/dated-rules';
import {
  datedRule,
  rulesByPlace,
  rulesFor,
  type RulesByPlace,
  type Waived,
  waivedIn,
} from '@/domain/policy/evaluate';
import { packageRules, waivedPackage } from '@/domain/policy/package';
import type { PolicyAction } from '@/domain/policy/policy';
import type { PolicySet } from '@/domain/policy/set';
import {
  scannerDifference,
  scannerRulesByPlace,
  type ScannerDifference,
} from '@/domain/policy/scanner-rules';
import type { JudgedRow } from '@/server/registry/service/judged';
import type { HoldingImage, SoftwareFacts } from '../repository';
import type { PolicySets } from './draft';
import type { SharedPlace, SharedPlaces } from './places';

/**
 * Software in one place that images share. Only the outcome of the policies is kept: the rules are cheap to make
 * again for the few that are shown.
 */
export interface JudgedSoftware {
  readonly software: SoftwareFacts;
  /** Of a package that registries speak of: what they say. Null: it is software. */
  readonly found: JudgedRow | null;
  /** Its position among the facts, which are in the order in which software is listed. */
  readonly position: number;
  readonly place: SharedPlace;
  readonly daysBefore: ActionDays;
  readonly daysAfter: ActionDays;
  /** The scanner's own action on it today, by the policies that it is told of. */
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

/** One software with the policies' rules on it, the parts that places share made once. */
interface SoftwareRules {
  readonly software: SoftwareFacts;
  readonly found: JudgedRow | null;
  readonly before: RulesByPlace;
  readonly after: RulesByPlace;
  /** Null: a scanner comes to the same by itself. */
  readonly scanners: RulesByPlace | null;
}

/** Software in the images of one place. */
export class PlacedSoftware {
  /** By the software's position among the facts. */
  readonly judged = new Map<number, JudgedSoftware>();

  constructor(readonly place: SharedPlace) {}
}

/**
 * Judges software when it is first met, once for all images of a place that hold it. Hundreds of projects with
 * policies of their own make a hundred thousand pairs, so that one pair must be cheap: what is about all places is
 * kept by software, and ids are looked up once for all places.
 */
export class SoftwareJudge {
  private readonly positions: ReadonlyMap<string, number>;
  private readonly rules: (SoftwareRules | undefined)[] = [];
  private readonly placed: ReadonlyMap<SharedPlace, PlacedSoftware>;
  private readonly scannerRanks: ReadonlyMap<string, number>;

  constructor(
    private readonly facts: readonly SoftwareFacts[],
    private readonly packages: readonly JudgedRow[],
    private readonly places: SharedPlaces,
    private readonly policies: PolicySets,
    readonly today: Day,
  ) {
    this.positions = new Map([...facts, ...packages].map(({ id }, position) => [id, position]));
    this.placed = new Map(places.all().map((place) => [place, new PlacedSoftware(place)]));
    this.scannerRanks = policies.after.ranksToldOn(today);
  }

  /** Whether any policy judges packages, and there are any. */
  get judgesPackages(): boolean {
    return this.packages.length > 0;
  }

  /** Gives the group in which the software of an image is judged. */
  softwareAt(image: HoldingImage): PlacedSoftware {
    const place = this.places.of(image);
    const known = this.placed.get(place);
    if (!known) throw new Error('An image is in a place that is not listed');
    return known;
  }

  /** Judges the software of one image. Software that came after the facts were read is left out. */
  judge(atPlace: PlacedSoftware, softwareIds: Iterable<string>): JudgedSoftware[] {
    const held: JudgedSoftware[] = [];
    for (const id of softwareIds) {
      const position = this.positions.get(id);
      if (position === undefined) continue;
      const known = atPlace.judged.get(position);
      const one = known ?? this.judgeOne(position, atPlace);
      if (!one) continue;
      if (!known) atPlace.judged.set(position, one);
      held.push(one);
    }
    return held;
  }

  /** Lists the judged software in the order of the facts; of one software the places in their order. */
  all(): JudgedSoftware[] {
    const byPosition: JudgedSoftware[][] = [...this.facts, ...this.packages].map(() => []);
    for (const { judged } of this.placed.values()) {
      for (const [position, one] of judged) byPosition[position]?.push(one);
    }
    return byPosition.flat();
  }

  /** Gives the rules on judged software, after the change. */
  rulesOf({ software, found, place }: JudgedSoftware): readonly DatedRule[] {
    const { after } = this.policies;
    return found ? packageRules(found, after)(place) : rulesFor(software, after, place);
  }

  /** Tells which waiver covers judged software today, and what it takes off it, after the change. */
  waivedOf({ software, found, place }: JudgedSoftware): Waived | null {
    const { after } = this.policies;
    return found
      ? waivedPackage(found, after, place, this.today)
      : waivedIn(software, after, place, this.today);
  }

  /**
   * Tells which policy denies judged software today, where after the change another one decides before it.
   * @param byPolicy the id of that other one
   */
  overruled({ software, found, place }: JudgedSoftware, byPolicy: string): string | null {
    const { before, after } = this.policies;
    const rulesIn = (set: PolicySet) =>
      found ? packageRules(found, set)(place) : rulesFor(software, set, place);
    const was = verdictOn(rulesIn(before), this.today);
    if (was.action !== 'DENY' || was.decision.policy.id === byPolicy) return null;
    const { decision } = verdictOn(rulesIn(after), this.today);
    return decision?.policy.id === byPolicy ? was.decision.policy.id : null;
  }

  private rulesAt(position: number): SoftwareRules | null {
    const known = this.rules[position];
    if (known) return known;
    const { before, after } = this.policies;
    const found = this.packages[position - this.facts.length];
    if (found) {
      const ofAfter = packageRules(found, after);
      const rules = {
        ...{ software: asSoftware(found), found, after: ofAfter, scanners: NO_RULES },
        before: before === after ? ofAfter : packageRules(found, before),
      };
      this.rules[position] = rules;
      return rules;
    }
    const software = this.facts[position];
    if (!software) return null;
    const ofAfter = rulesByPlace(software, after, datedRule);
    const rules = {
      software,
      found: null,
      before: before === after ? ofAfter : rulesByPlace(software, before, datedRule),
      after: ofAfter,
      scanners:
        after.onlyRunning.length === 0 &&
        after.waivers.on(software).length === 0 &&
        isSameToScanners(software)
          ? null
          : scannerRulesByPlace(software, after),
    };
    this.rules[position] = rules;
    return rules;
  }

  private judgeOne(position: number, { place }: PlacedSoftware): JudgedSoftware | null {
    const rules = this.rulesAt(position);
    if (!rules) return null;
    const { software, found } = rules;
    const { today } = this;
    const after = rules.after(place);
    const daysAfter = actionDays(after, today);
    const scanners = rules.scanners?.(place) ?? after;
    const scannerVerdict = verdictOn(scanners, today);
    const difference = rules.scanners ? scannerDifference(software, after, scanners, today) : null;
    return {
      software,
      found,
      position,
      place,
      daysBefore: rules.before === rules.after ? daysAfter : actionDays(rules.before(place), today),
      daysAfter,
      scannerAction: scannerVerdict.action,
      scannerRank: this.scannerRank(software, scannerVerdict),
      difference: found && difference ? { ...difference, reason: 'registry' } : difference,
      images: 0,
      unseenImages: 0,
    };
  }

  private scannerRank({ scannerEnded }: SoftwareFacts, { decision }: Verdict): number {
    if (!decision) return -1;
    // A scanner warns of what it calls ended while it goes by the first policy that it is told of, whatever that says.
    if (scannerEnded) return 0;
    return this.scannerRanks.get(decision.policy.id) ?? -1;
  }
}

/** A scanner is told of no clause on packages. */
const NO_RULES: RulesByPlace = () => [];

/** A package as software without an end is listed. */
function asSoftware({ id, name, version }: JudgedRow): SoftwareFacts {
  return {
    ...{ id, productName: name, cycle: version, artifactType: '' },
    ...{ eolOn: null, eolOnKnown: false, estimatedFrom: null },
    ...{ scannerEolOn: null, scannerEnded: false, scannerEolIsPlain: false },
  };
}

/** Tells whether a scanner goes by the same end: then it comes to the same for the cycle by itself. */
function isSameToScanners(software: SoftwareFacts) {
  const { eolOn, eolOnKnown, scannerEolOn, scannerEnded, scannerEolIsPlain } = software;
  return eolOnKnown && eolOn === scannerEolOn && !scannerEnded && scannerEolIsPlain;
}
