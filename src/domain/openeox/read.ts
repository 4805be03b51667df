import { z } from 'zod';
import type { Day } from '@/domain/eol/calendar';
import { readScanDate } from '@/domain/scan/dates';
import { storedText } from '@/domain/validation/fields';
import { OPENEOX_CORE_SCHEMA, TBA } from './core';
import { faultsOfCore } from './rules';

/** A product with its cycles, as a document of lifecycles says them. */
export interface ReadLifecycle {
  readonly name: string;
  readonly vendor: string | null;
  readonly purls: readonly string[];
  readonly cycles: readonly ReadCycle[];
}

/** The ends of a cycle by level of support. */
export type ReadEnd = 'activeUntil' | 'supportedUntil' | 'extendedUntil';

export interface WithdrawnEnd {
  readonly end: ReadEnd;
  readonly day: Day;
}

/** What is null is not said, or said not to be known. */
export interface ReadCycle extends Readonly<Record<ReadEnd, Day | null>> {
  readonly name: string;
  readonly releasedOn: Day | null;
  /** Ends that the document says are not known, whatever it said before. */
  readonly unknown: readonly ReadEnd[];
  /** Days that it gave before, and has withdrawn, each with an end that it may have been. */
  readonly withdrawn: readonly WithdrawnEnd[];
}

/** A fault of a document: where it is, and what it is. */
export interface LifecycleFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const MAX_STATEMENTS = 20_000;
const name = storedText(255).trim().min(1);
const instant = storedText(64);

const core = z.strictObject({
  $schema: z.literal(OPENEOX_CORE_SCHEMA),
  end_of_life: instant,
  end_of_security_support: instant,
  end_of_sales: instant.optional(),
  general_availability: instant.optional(),
  last_updated: instant,
});

const shell = z.object({
  statements: z
    .array(
      z.object({
        core,
        product: z.object({
          product_name: name,
          product_version: name,
          vendor_name: name.nullish(),
        }),
      }),
    )
    .min(1)
    .max(MAX_STATEMENTS),
});

type Statement = z.output<typeof shell>['statements'][number];

/**
 * Reads the statements of an OpenEoX shell: products by their names, a release cycle for each version. Each core is held
 * against the mandatory tests.
 */
export function readOpenEox(
  value: unknown,
): { readonly products: ReadLifecycle[] } | { readonly faults: LifecycleFault[] } {
  const parsed = shell.safeParse(value);
  if (!parsed.success) {
    return {
      faults: parsed.error.issues.map(({ path, message }) => ({
        path: path.map((key) => (typeof key === 'number' ? key : String(key))),
        message,
      })),
    };
  }
  const { statements } = parsed.data;
  const faults = statements.flatMap((statement, index) =>
    faultsOfCore(statement.core).map(({ field, message }) => ({
      path: ['statements', index, 'core', field],
      message,
    })),
  );
  if (faults.length > 0) return { faults };
  const products = new Map<string, { vendor: string | null; cycles: Map<string, ReadCycle> }>();
  for (const [index, statement] of statements.entries()) {
    const {
      product_name: called,
      product_version: version,
      vendor_name: vendor,
    } = statement.product;
    const known = products.get(called) ?? { vendor: vendor ?? null, cycles: new Map() };
    products.set(called, known);
    if (known.cycles.has(version)) {
      return {
        faults: [{ path: ['statements', index], message: 'names a version that stands above' }],
      };
    }
    known.cycles.set(version, cycleOf(version, statement.core));
  }
  return {
    products: [...products].map(([called, { vendor, cycles }]) => ({
      ...{ name: called, vendor, purls: [], cycles: [...cycles.values()] },
    })),
  };
}

function cycleOf(version: string, given: Statement['core']): ReadCycle {
  const supportedUntil = dayOf(given.end_of_security_support);
  const end = dayOf(given.end_of_life);
  return {
    name: version,
    releasedOn: dayOf(given.general_availability),
    activeUntil: null,
    supportedUntil,
    // The same instant is no support beyond it.
    extendedUntil: end === supportedUntil ? null : end,
    unknown: [
      ...(supportedUntil === null ? (['supportedUntil'] as const) : []),
      ...(end === null ? (['extendedUntil'] as const) : []),
    ],
    withdrawn: [],
  };
}

function dayOf(text: string | undefined): Day | null {
  return text === undefined || text === TBA ? null : (readScanDate(text) ?? null);
}
