import { earlier, type Day } from '@/domain/eol/calendar';
import { actionToday, type ActionDays } from '@/domain/policy/dated-rules';
import type { PolicyAction } from '@/domain/policy/policy';
import type { Scope } from '@/server/overview/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { turns } from '@/server/platform/in-turns';
import { findHoldingImages, idsIn, type HoldingImage } from '../repository';
import type { JudgedSoftware, SoftwareJudge } from './software-judge';

/** Images held in memory at once. What the database gives of them is read in one piece, which nothing else of the process comes between. */
const IMAGES_A_PAGE = 2_000;

/** An image that is denied or warned of, today or later, before or after the change. */
export interface SurveyedImage {
  readonly imageTagId: string;
  readonly projectId: string;
  readonly before: PolicyAction;
  readonly after: PolicyAction;
  /** The first days with each action; a warning that a denial precedes is none. */
  readonly deniedOn: Day | null;
  readonly warnedOn: Day | null;
}

export interface Survey {
  readonly imageCount: number;
  /** By name. */
  readonly images: readonly SurveyedImage[];
  readonly hiddenDenials: HiddenDenials;
  /** What the images hold that are denied today, and with the change no more, and that denied them. */
  readonly released: ReadonlySet<JudgedSoftware>;
}

/**
 * Goes through all images of the organization that count once, and judges what they hold. Of each page those that share
 * a place are taken together: what is judged for one is still near at hand for the next. Other work of the process comes
 * between: the start page asks for it, and so does each letter that is typed in a preview.
 * @param scope null: all of them count
 */
export async function surveyImages(
  organizationId: OrganizationId,
  db: Transaction,
  judge: SoftwareJudge,
  scope: Scope | null,
): Promise<Survey> {
  const images: SurveyedImage[] = [];
  const nextTurn = turns();
  const hiddenDenials = new HiddenDenials(judge.today);
  const released = new Set<JudgedSoftware>();
  let imageCount = 0;
  let last: HoldingImage | null = null;
  for (;;) {
    const choice = { limit: IMAGES_A_PAGE, withPackages: judge.judgesPackages };
    const page: HoldingImage[] = await findHoldingImages(organizationId, db, last, choice, scope);
    const surveyed = new Array<SurveyedImage | null>(page.length).fill(null);
    const groups = Map.groupBy(page.entries(), ([, image]) => judge.softwareAt(image));
    for (const [atPlace, group] of groups) {
      for (const [index, image] of group) {
        const turn = nextTurn();
        if (turn) await turn;
        const held = judge.judge(atPlace, idsIn(image.softwareIds + image.packageIds));
        for (const one of held) one.images += 1;
        const unseen = judge.judge(atPlace, idsIn(image.catalogSoftwareIds));
        for (const one of unseen) one.unseenImages += 1;
        hiddenDenials.look(without(held, unseen), imageCount + index);
        const one = survey(image, held, judge.today);
        surveyed[index] = one;
        if (one && isReleased(one)) {
          for (const each of held) if (each.daysBefore.deniedOn === judge.today) released.add(each);
        }
      }
    }
    for (const image of surveyed) if (image) images.push(image);
    imageCount += page.length;
    last = page.at(-1) ?? null;
    if (page.length < IMAGES_A_PAGE) return { imageCount, images, hiddenDenials, released };
  }
}

/** Tells whether an image is denied today by the change alone. */
export function isNewlyDenied({ before, after }: SurveyedImage): boolean {
  return after === 'DENY' && before !== 'DENY';
}

/** Tells whether an image is denied today, and with the change no more. */
export function isReleased({ before, after }: SurveyedImage): boolean {
  return before === 'DENY' && after !== 'DENY';
}

/** Leaves what a scanner finds: most images hold nothing else. */
function without(
  held: readonly JudgedSoftware[],
  unseen: readonly JudgedSoftware[],
): readonly JudgedSoftware[] {
  if (unseen.length === 0) return held;
  const hidden = new Set(unseen);
  return held.filter((one) => !hidden.has(one));
}

function survey(
  { id, projectId }: HoldingImage,
  held: readonly JudgedSoftware[],
  today: Day,
): SurveyedImage | null {
  const before = earliest(held, ({ daysBefore }) => daysBefore);
  const after = earliest(held, ({ daysAfter }) => daysAfter);
  if (isNever(before) && isNever(after)) return null;
  const { deniedOn, warnedOn } = after;
  const isDeniedFirst = deniedOn !== null && warnedOn !== null && deniedOn <= warnedOn;
  return {
    imageTagId: id,
    projectId,
    before: actionToday(before, today),
    after: actionToday(after, today),
    deniedOn,
    warnedOn: isDeniedFirst ? null : warnedOn,
  };
}

function earliest(
  held: readonly JudgedSoftware[],
  daysOf: (one: JudgedSoftware) => ActionDays,
): ActionDays {
  let deniedOn: Day | null = null;
  let warnedOn: Day | null = null;
  for (const one of held) {
    const days = daysOf(one);
    deniedOn = earlier(deniedOn, days.deniedOn);
    warnedOn = earlier(warnedOn, days.warnedOn);
  }
  return { deniedOn, warnedOn };
}

const isNever = ({ deniedOn, warnedOn }: ActionDays) => deniedOn === null && warnedOn === null;

/** A product of which a scanner may show the warning on one cycle and not the denial of another. */
export interface HiddenDenial {
  readonly denied: JudgedSoftware;
  /** In the order in which software is listed, each once. */
  readonly deniedCycles: readonly string[];
  readonly warnedCycles: readonly string[];
  /** Image tags that hold both. */
  readonly images: number;
}

interface Found {
  /** The place of the first image that it was found in. */
  readonly firstImage: number;
  readonly denied: JudgedSoftware;
  readonly allDenied: Set<JudgedSoftware>;
  readonly allWarned: Set<JudgedSoftware>;
  images: number;
}

/**
 * Finds images of which a scanner denies one cycle of a product and comes to a warning on another first: it has one
 * result for the product. It goes by its policies in their order, and by each through the cycles by name.
 */
export class HiddenDenials {
  private readonly found = new Map<string, Found>();

  constructor(private readonly today: Day) {}

  /** Looks at what a scanner finds in one image. @param image its place among all images */
  look(held: readonly JudgedSoftware[], image: number): void {
    const warnings = held.filter(({ scannerAction }) => scannerAction === 'WARN');
    if (warnings.length === 0) return;
    // An image may hold thousands of cycles of one product: they are not held against each other.
    const byProduct = Map.groupBy(warnings, productOf);
    const denied = held.filter(({ scannerAction }) => scannerAction === 'DENY');
    for (const [productName, denials] of Map.groupBy(denied, productOf)) {
      this.lookAt(denials, byProduct.get(productName) ?? [], image);
    }
  }

  /** Looks at what is denied and warned of one product. */
  private lookAt(
    denials: readonly JudgedSoftware[],
    warnings: readonly JudgedSoftware[],
    image: number,
  ): void {
    const denied = denials.filter((one) => this.isDenied(one));
    if (warnings.length === 0 || denied.length === 0) return;
    const [first] = denials.toSorted(inScannersOrder);
    const hiding = warnings.filter((one) => first && inScannersOrder(one, first) < 0);
    if (hiding.length === 0) return;
    const entries = [...Map.groupBy(denied, ({ place }) => place).values()].flatMap((some) =>
      some.slice(0, 1).map((one) => ({ some, entry: this.entry(one, image) })),
    );
    for (const { some, entry } of entries) {
      for (const one of some) entry.allDenied.add(one);
      for (const one of hiding) entry.allWarned.add(one);
    }
    for (const { entry } of entries.slice(0, 1)) entry.images += 1;
  }

  /** Lists them in the order of the images that they were first found in, products of one image by name. */
  all(): HiddenDenial[] {
    const found = [...this.found.values()].sort(
      (left, right) =>
        left.firstImage - right.firstImage ||
        (left.denied.software.productName < right.denied.software.productName ? -1 : 1),
    );
    return found.map(({ denied, allDenied, allWarned, images }) => ({
      denied,
      deniedCycles: cyclesOf(allDenied),
      warnedCycles: cyclesOf(allWarned),
      images,
    }));
  }

  /** Tells whether this service denies it too. */
  private isDenied({ daysAfter }: JudgedSoftware): boolean {
    return daysAfter.deniedOn === this.today;
  }

  private entry(denied: JudgedSoftware, firstImage: number): Found {
    const key = JSON.stringify([
      ...[denied.place.project?.id ?? null, denied.place.teamId, denied.place.running],
      denied.place.imageWaivers,
      denied.software.productName,
    ]);
    const known = this.found.get(key);
    if (known) return known;
    const entry = {
      firstImage,
      denied,
      allDenied: new Set<JudgedSoftware>(),
      allWarned: new Set<JudgedSoftware>(),
      images: 0,
    };
    this.found.set(key, entry);
    return entry;
  }
}

const productOf = ({ software }: JudgedSoftware) => software.productName;

function inScannersOrder(left: JudgedSoftware, right: JudgedSoftware): number {
  const [one, other] = [left.software.cycle, right.software.cycle];
  return left.scannerRank - right.scannerRank || (one < other ? -1 : Number(one > other));
}

function cyclesOf(judged: ReadonlySet<JudgedSoftware>): string[] {
  const listed = [...judged].sort((left, right) => left.position - right.position);
  return [...new Set(listed.map(({ software }) => software.cycle))];
}
