import type { Day } from '@/domain/eol/calendar';
import type { JudgedSoftware } from './software-judge';

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
    const denials = held.filter(({ scannerAction }) => scannerAction === 'DENY');
    const products = new Set<string>();
    for (const denied of denials.filter((one) => this.isDenied(one))) {
      const { productName } = denied.software;
      const ofProduct = ({ software }: JudgedSoftware) => software.productName === productName;
      const [first = denied] = denials.filter(ofProduct).sort(inScannersOrder);
      const hiding = warnings.filter((one) => ofProduct(one) && inScannersOrder(one, first) < 0);
      if (hiding.length === 0) continue;
      const entry = this.entry(denied, image);
      entry.allDenied.add(denied);
      for (const warned of hiding) entry.allWarned.add(warned);
      if (!products.has(productName)) entry.images += 1;
      products.add(productName);
    }
  }

  /** In the order of the images that they were first found in, products of one image by name. */
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

  /** Whether this service denies it too. */
  private isDenied({ daysAfter }: JudgedSoftware): boolean {
    return daysAfter.deniedOn === this.today;
  }

  private entry(denied: JudgedSoftware, firstImage: number): Found {
    const key = JSON.stringify([denied.project?.id ?? null, denied.software.productName]);
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

function inScannersOrder(left: JudgedSoftware, right: JudgedSoftware): number {
  const [one, other] = [left.software.cycle, right.software.cycle];
  return left.scannerRank - right.scannerRank || (one < other ? -1 : Number(one > other));
}

function cyclesOf(judged: ReadonlySet<JudgedSoftware>): string[] {
  const listed = [...judged].sort((left, right) => left.place - right.place);
  return [...new Set(listed.map(({ software }) => software.cycle))];
}
