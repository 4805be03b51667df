import type { DatedRule } from '@/domain/policy/dated-rules';
import { datedRule, rulesByPlace, type RulesByPlace } from '@/domain/policy/evaluate';
import { packageRules } from '@/domain/policy/package';
import type { PolicySet } from '@/domain/policy/set';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { turns } from '@/server/platform/in-turns';
import { allJudgedPackages, type JudgedRow } from '@/server/registry/service/judged';
import {
  findHoldingImages,
  findSoftwareFacts,
  idsIn,
  type HoldingImage,
  type SoftwareFacts,
} from '../repository';
import { readSharedPlaces, type SharedPlace, type SharedPlaces } from './places';

/** Images held in memory at once. */
const IMAGES_A_PAGE = 2_000;

/** The value that the rules on some software come to; null when there is none. */
export type Judgement<Value> = (rules: readonly DatedRule[]) => Value | null;

/**
 * Values that policies give the software in images, judged when it is first met and once for all images of a place
 * that hold it.
 */
export class HeldValues<Value> {
  private readonly positions: ReadonlyMap<string, number>;
  private readonly rules: (RulesByPlace | undefined)[] = [];
  /** Each by the position of the software among the facts, or of the package after them. */
  private readonly values = new Map<SharedPlace, Map<number, Value | null>>();

  constructor(
    private readonly facts: readonly SoftwareFacts[],
    private readonly packages: readonly JudgedRow[],
    readonly places: SharedPlaces,
    private readonly policies: PolicySet,
    private readonly judgement: Judgement<Value>,
  ) {
    this.positions = new Map([...facts, ...packages].map(({ id }, position) => [id, position]));
  }

  /** Gives the values of what an image holds. What came after the facts were read is left out. */
  of(image: HoldingImage): Value[] {
    const place = this.places.of(image);
    const values = this.values.get(place) ?? new Map<number, Value | null>();
    this.values.set(place, values);
    const held: Value[] = [];
    for (const id of idsIn(image.softwareIds + image.packageIds)) {
      const position = this.positions.get(id);
      if (position === undefined) continue;
      let value = values.get(position);
      if (value === undefined) {
        value = this.judge(position, place);
        values.set(position, value);
      }
      if (value !== null) held.push(value);
    }
    return held;
  }

  private judge(position: number, place: SharedPlace): Value | null {
    const rules = (this.rules[position] ??= this.rulesAt(position));
    return this.judgement(rules(place));
  }

  private rulesAt(position: number): RulesByPlace {
    const software = this.facts[position];
    if (software) return rulesByPlace(software, this.policies, datedRule);
    const found = this.packages[position - this.facts.length];
    return found ? packageRules(found, this.policies) : () => [];
  }
}

/** Reads the software that images may hold, to be judged by some policies. */
export async function readHeldValues<Value>(
  deps: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  policies: PolicySet,
  judgement: Judgement<Value>,
): Promise<HeldValues<Value>> {
  const [facts, packages, places] = await Promise.all([
    findSoftwareFacts(organizationId, deps.db),
    packagesFor(organizationId, deps.db, [policies]),
    readSharedPlaces(deps, organizationId, [policies]),
  ]);
  return new HeldValues(facts, packages, places, policies, judgement);
}

/** Lists the packages that some policies judge; nothing is read where none of them does. */
export function packagesFor(
  organizationId: OrganizationId,
  db: Transaction,
  policies: readonly PolicySet[],
): Promise<readonly JudgedRow[]> {
  return policies.some(({ judgesPackages }) => judgesPackages)
    ? allJudgedPackages(organizationId, db)
    : Promise.resolve([]);
}

/** Goes through all images of the organization once, by name, with what some policies judge of each, and others between. */
export async function forEachImage(
  organizationId: OrganizationId,
  db: Transaction,
  { judgesPackages: withPackages }: Pick<PolicySet, 'judgesPackages'>,
  see: (image: HoldingImage) => void,
): Promise<void> {
  const nextTurn = turns();
  let last: HoldingImage | null = null;
  for (;;) {
    const page: HoldingImage[] = await findHoldingImages(organizationId, db, last, {
      ...{ limit: IMAGES_A_PAGE, withPackages },
    });
    for (const image of page) {
      const turn = nextTurn();
      if (turn) await turn;
      see(image);
    }
    last = page.at(-1) ?? null;
    if (page.length < IMAGES_A_PAGE) return;
  }
}
