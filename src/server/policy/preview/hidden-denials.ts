import type { Day } from '@/domain/eol/calendar';
import type { JudgedSoftware } from './software-judge';

/** A product of which a scanner may show the warning on one cycle and not the denial of another. */
export interface HiddenDenial {
  readonly denied: JudgedSoftware;
  readonly deniedCycles: ReadonlySet<string>;
  readonly warnedCycles: ReadonlySet<string>;
  /** Image tags that hold both. */
  readonly images: number;
}

interface Found {
  /** The place of the first image that it was found in. */
  readonly firstImage: number;
  readonly denied: JudgedSoftware;
  readonly deniedCycles: Set<string>;
  readonly warnedCycles: Set<string>;
  images: number;
}

/**
 * Finds images of which a scanner denies one cycle of a product and warns of another by a policy that it
 * comes to no later: it has one result for the product, and that may be the warning.
 */
export class HiddenDenials {
  private readonly found = new Map<string, Found>();

  constructor(private readonly today: Day) {}

  /** Looks at what one image holds. @param image its place among all images */
  look(held: readonly JudgedSoftware[], image: number): void {
    const warnings = held.filter(({ scannerAction }) => scannerAction === 'WARN');
    if (warnings.length === 0) return;
    const denials = held.filter((one) => this.isDenied(one));
    const products = new Set<string>();
    for (const denied of denials) {
      const { productName } = denied.software;
      const hiding = warnings.filter(
        ({ software, scannerRank }) =>
          software.productName === productName && scannerRank <= denied.scannerRank,
      );
      if (hiding.length === 0) continue;
      const entry = this.entry(denied, image);
      entry.deniedCycles.add(denied.software.cycle);
      for (const { software } of hiding) entry.warnedCycles.add(software.cycle);
      if (!products.has(productName)) entry.images += 1;
      products.add(productName);
    }
  }

  /** In the order of the images that they were first found in, products of one image by name. */
  all(): HiddenDenial[] {
    return [...this.found.values()].sort(
      (left, right) =>
        left.firstImage - right.firstImage ||
        (left.denied.software.productName < right.denied.software.productName ? -1 : 1),
    );
  }

  private isDenied({ scannerAction, daysAfter }: JudgedSoftware): boolean {
    return scannerAction === 'DENY' && daysAfter.deniedOn === this.today;
  }

  private entry(denied: JudgedSoftware, firstImage: number): Found {
    const key = JSON.stringify([denied.project?.id ?? null, denied.software.productName]);
    const known = this.found.get(key);
    if (known) return known;
    const entry = {
      firstImage,
      denied,
      deniedCycles: new Set<string>(),
      warnedCycles: new Set<string>(),
      images: 0,
    };
    this.found.set(key, entry);
    return entry;
  }
}
