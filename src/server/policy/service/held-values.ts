import { identityOf } from '@/domain/identifiers/identity';
import type { DatedRule } from '@/domain/policy/dated-rules';
import { datedRule, rulesByProject, type RulesByProject } from '@/domain/policy/evaluate';
import type { PolicySet } from '@/domain/policy/set';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  findHoldingImages,
  findProjectsByName,
  findSoftwareFacts,
  idsIn,
  type HoldingImage,
  type NamedProject,
  type SoftwareFacts,
} from '../repository';

/** Images held in memory at once. */
const IMAGES_A_PAGE = 10_000;

/** The value that the rules on some software come to; null when there is none. */
export type Judgement<Value> = (rules: readonly DatedRule[]) => Value | null;

interface JudgedProject<Value> {
  readonly name: string;
  /** By the software's place among the facts. */
  readonly values: Map<number, Value | null>;
}

/**
 * Values that policies give the software in images, judged when it is first met and once for all images that hold
 * it: by project only where a project has policies of its own.
 */
export class HeldValues<Value> {
  private readonly places: ReadonlyMap<string, number>;
  private readonly rules: (RulesByProject | undefined)[] = [];
  private readonly own: ReadonlyMap<string, JudgedProject<Value>>;
  // No policy is about a project without a name: validation asks for one.
  private readonly others: JudgedProject<Value> = { name: '', values: new Map() };

  constructor(
    private readonly facts: readonly SoftwareFacts[],
    ownProjects: readonly NamedProject[],
    private readonly policies: PolicySet,
    private readonly judgement: Judgement<Value>,
  ) {
    this.places = new Map(facts.map(({ id }, place) => [id, place]));
    this.own = new Map(ownProjects.map(({ id, name }) => [id, { name, values: new Map() }]));
  }

  /** Gives the values of the software that an image holds. Software that came after the facts were read is left out. */
  of(image: HoldingImage): Value[] {
    const project = this.own.get(image.projectId) ?? this.others;
    const held: Value[] = [];
    for (const id of idsIn(image.softwareIds)) {
      const place = this.places.get(id);
      if (place === undefined) continue;
      let value = project.values.get(place);
      if (value === undefined) {
        value = this.judge(place, project.name);
        project.values.set(place, value);
      }
      if (value !== null) held.push(value);
    }
    return held;
  }

  private judge(place: number, projectName: string): Value | null {
    const software = this.facts[place];
    if (!software) return null;
    const rules = (this.rules[place] ??= rulesByProject(software, this.policies, datedRule));
    return this.judgement(rules(projectName));
  }
}

/** Reads the software that images may hold, to be judged by some policies. */
export async function readHeldValues<Value>(
  organizationId: OrganizationId,
  db: Transaction,
  policies: PolicySet,
  judgement: Judgement<Value>,
): Promise<HeldValues<Value>> {
  const nameKeys = policies.projectNames.map((name) => identityOf(name));
  const [facts, ownProjects] = await Promise.all([
    findSoftwareFacts(organizationId, db),
    findProjectsByName(organizationId, db, nameKeys),
  ]);
  return new HeldValues(facts, ownProjects, policies, judgement);
}

/** Goes through all images of the organization once, by name. */
export async function forEachImage(
  organizationId: OrganizationId,
  db: Transaction,
  see: (image: HoldingImage) => void,
): Promise<void> {
  let last: HoldingImage | null = null;
  for (;;) {
    const page: HoldingImage[] = await findHoldingImages(organizationId, db, last, IMAGES_A_PAGE);
    for (const image of page) see(image);
    last = page.at(-1) ?? null;
    if (page.length < IMAGES_A_PAGE) return;
  }
}
