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

  /** Looks at what one image holds. */
  look(held: readonly JudgedSoftware[]): void {
    const denials = held.filter(isDenied);
    if (denials.length === 0) return;
    const warnings = held.filter(({ scannerVerdict }) => scannerVerdict.action === 'WARN');
    if (warnings.length === 0) return;
    const products = new Set<string>();
    for (const denied of denials) {
      const { productName } = denied.software;
      const hiding = warnings.filter(
        ({ software, scannerRank }) =>
          software.productName === productName && scannerRank <= denied.scannerRank,
      );
      if (hiding.length === 0) continue;
      const entry = this.entry(denied);
      entry.deniedCycles.add(denied.software.cycle);
      for (const { software } of hiding) entry.warnedCycles.add(software.cycle);
      if (!products.has(productName)) entry.images += 1;
      products.add(productName);
    }
  }

  all(): HiddenDenial[] {
    return [...this.found.values()];
  }

  private entry(denied: JudgedSoftware): Found {
    const key = JSON.stringify([denied.project?.id ?? null, denied.software.productName]);
    const known = this.found.get(key);
    if (known) return known;
    const entry = {
      denied,
      deniedCycles: new Set<string>(),
      warnedCycles: new Set<string>(),
      images: 0,
    };
    this.found.set(key, entry);
    return entry;
  }
}

function isDenied({ scannerVerdict, verdictAfter }: JudgedSoftware): boolean {
  return scannerVerdict.action === 'DENY' && verdictAfter.action === 'DENY';
}
