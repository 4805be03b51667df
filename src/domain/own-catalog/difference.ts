import type { FileEntry, OwnEntry } from './file';

/** One thing that a product says otherwise than before; null where it said, or says, nothing. */
export interface FieldChange {
  /** `name`, `purls`, `cycle 3`, `cycle 3, supportedUntil`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What becomes of one product. */
export interface OwnStep {
  readonly change: 'added' | 'changed' | 'removed';
  /** Null for what the document does not name. */
  readonly line: number | null;
  readonly before: OwnEntry | null;
  readonly after: OwnEntry | null;
}

/**
 * Finds the steps from the products that there are to those of a document.
 * @param removesOthers whether products that it does not name go
 */
export function ownSteps(
  known: ReadonlyMap<string, OwnEntry>,
  wanted: readonly FileEntry[],
  removesOthers: boolean,
): { readonly steps: readonly OwnStep[]; readonly same: number } {
  const steps = wanted.flatMap(({ line, ...after }): OwnStep[] => {
    const before = known.get(after.product.slug) ?? null;
    if (!before) return [{ change: 'added', line, before, after }];
    if (fieldChanges(before, after).length === 0) return [];
    return [{ change: 'changed', line, before, after }];
  });
  const named = new Set(wanted.map(({ product }) => product.slug));
  const removed = [...known].flatMap(([slug, before]): OwnStep[] =>
    removesOthers && !named.has(slug)
      ? [{ change: 'removed', line: null, before, after: null }]
      : [],
  );
  return { steps: [...steps, ...removed], same: wanted.length - steps.length };
}

/** Says field by field what is another; of a product that is new or gone, nothing. */
export function fieldChanges(before: OwnEntry | null, after: OwnEntry | null): FieldChange[] {
  if (!before || !after) return [];
  const { cycles: oldCycles, ...oldProduct } = before.product;
  const { cycles: newCycles, ...newProduct } = after.product;
  const old = new Map(oldCycles.map((cycle) => [cycle.name, cycle]));
  const kept = new Map(newCycles.map((cycle) => [cycle.name, cycle]));
  return [
    ...changesBetween(
      '',
      { ...oldProduct, reason: before.reason },
      {
        ...newProduct,
        reason: after.reason,
      },
    ),
    ...newCycles.flatMap((cycle): FieldChange[] => {
      const was = old.get(cycle.name);
      if (!was) return [{ field: `cycle ${cycle.name}`, before: null, after: endIn(cycle) }];
      return changesBetween(`cycle ${cycle.name}, `, comparable(was), comparable(cycle));
    }),
    ...oldCycles.flatMap((cycle): FieldChange[] =>
      kept.has(cycle.name)
        ? []
        : [{ field: `cycle ${cycle.name}`, before: endIn(cycle), after: null }],
    ),
    ...orderChange([...old.keys()], [...kept.keys()]),
  ];
}

type Cycle = OwnEntry['product']['cycles'][number];

/** What is left out means the same as what is written so. */
function comparable(cycle: Cycle) {
  const { label, codename, lts, supportedUntil, ...rest } = cycle;
  return {
    ...rest,
    label: label ?? cycle.name,
    codename: codename ?? undefined,
    lts: lts ?? false,
    supportedUntil: supportedUntil ?? undefined,
  };
}

/** The order of cycles that stay: newest first is what it says. */
function orderChange(before: readonly string[], after: readonly string[]): FieldChange[] {
  const [was, is] = [
    before.filter((name) => after.includes(name)).join(', '),
    after.filter((name) => before.includes(name)).join(', '),
  ];
  return was === is ? [] : [{ field: 'order of cycles', before: was, after: is }];
}

function endIn({ supportedUntil }: Cycle): string {
  if (supportedUntil === true) return 'ended on an unknown day';
  return supportedUntil ? `supported until ${supportedUntil}` : 'no end is known';
}

function changesBetween(start: string, before: object, after: object): FieldChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field): FieldChange[] => {
    const [old, now] = [textOf(was.get(field)), textOf(is.get(field))];
    return old === now ? [] : [{ field: `${start}${field}`, before: old, after: now }];
  });
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => textOf(one) ?? '').join(', ');
  if (typeof value === 'string') return value;
  return value === null ? 'not known' : JSON.stringify(value);
}
