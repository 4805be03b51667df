import { withModulePath } from '@/domain/catalog/keys';
import { parsePurl } from '@/domain/identifiers/purl';
import type { PackageVerdict } from '@/domain/registry/verdict';

/** A release cycle of a product. */
export interface HeldCycle {
  readonly productName: string;
  readonly cycle: string;
}

export interface HeldFinding extends HeldCycle {
  readonly artifactType: string;
  /** Its id, where an image has it, or had it. */
  readonly id?: string;
}

export interface HeldComponent {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly purl: string | null;
  /** The release that it is by the catalog. */
  readonly software: (HeldCycle & { readonly hasEnd: boolean }) | null;
  /** What its registry says of it today, or why its line is stale, where it ships and nobody tells its end. */
  readonly fact: HeldFact | null;
}

export type HeldFact = Pick<
  PackageVerdict,
  'degree' | 'kind' | 'message' | 'successor' | 'releasedOn'
>;

/** A package that a registry speaks against, or of a stale line. */
export interface HeldPackage extends Pick<HeldComponent, 'name' | 'version' | 'type' | 'purl'> {
  readonly fact: HeldFact;
}

/** What an image held at some time, or what a document lists. Null: that is not known any more. */
export interface HeldInventory {
  readonly findings: readonly HeldFinding[] | null;
  readonly components: readonly HeldComponent[] | null;
}

/** One product or package with what only the former and only the latter has of it: cycles, versions. */
export interface Change {
  /** Empty: it came. */
  readonly from: readonly string[];
  /** Empty: it went. */
  readonly to: readonly string[];
}

export interface SoftwareChange extends Change {
  readonly productName: string;
}

export interface ComponentChange extends Change {
  readonly name: string;
  readonly type: string;
}

/** Null: one of the two does not know it, so that nothing can be said. */
export interface InventoryDifference {
  readonly findings: {
    readonly opened: readonly HeldFinding[];
    readonly closed: readonly HeldFinding[];
    readonly same: readonly HeldFinding[];
  } | null;
  readonly software: {
    readonly changes: readonly SoftwareChange[];
    readonly same: readonly HeldCycle[];
  } | null;
  /** `same`: packages, each with all of its versions, that both have. */
  readonly components: {
    readonly changes: readonly ComponentChange[];
    readonly same: number;
  } | null;
  /** Deprecated and stale ones by what is known today, on both sides: what is the same there did not become so between them. */
  readonly packages: {
    readonly opened: readonly HeldPackage[];
    readonly closed: readonly HeldPackage[];
    readonly same: readonly HeldPackage[];
  } | null;
}

/**
 * Compares two inventories. A product of which one has cycles that the other has not is one change, from those to
 * these: which of several took the place of which, nobody says. Sorted by name; the time is that of sorting.
 */
export function differenceOf(from: HeldInventory, to: HeldInventory): InventoryDifference {
  return {
    findings: from.findings && to.findings ? findingsDifference(from.findings, to.findings) : null,
    software: softwareDifference(from, to),
    components:
      from.components && to.components
        ? componentsDifference(from.components, to.components)
        : null,
    packages:
      from.components && to.components
        ? keyedDifference(packagesOf(from.components), packagesOf(to.components), versionKey)
        : null,
  };
}

/** What is on both sides is the latter's, or the former's where the latter is a document. */
function findingsDifference(from: readonly HeldFinding[], to: readonly HeldFinding[]) {
  const difference = keyedDifference(from, to, findingKey);
  const ids = new Map(from.map((one) => [findingKey(one), one.id]));
  const same = difference.same.map((one) => {
    const id = one.id ?? ids.get(findingKey(one));
    return id === undefined ? one : { ...one, id };
  });
  return { ...difference, same };
}

function packagesOf(components: readonly HeldComponent[]): HeldPackage[] {
  return components.flatMap(({ name, version, type, purl, fact }) =>
    fact ? [{ name, version, type, purl, fact }] : [],
  );
}

function keyedDifference<Item>(
  from: readonly Item[],
  to: readonly Item[],
  keyOf: (item: Item) => string,
) {
  const [before, after] = [byKey(from, keyOf), byKey(to, keyOf)];
  const sorted = [...after].sort(byFirst);
  return {
    opened: sorted.flatMap(([key, item]) => (before.has(key) ? [] : [item])),
    closed: [...before].sort(byFirst).flatMap(([key, item]) => (after.has(key) ? [] : [item])),
    same: sorted.flatMap(([key, item]) => (before.has(key) ? [item] : [])),
  };
}

/**
 * Software is what makes findings, and releases without a known end, which make none. Where the packages of one side
 * are not known, the latter are left out of both: else they would seem to come or to go.
 */
function softwareDifference(from: HeldInventory, to: HeldInventory) {
  if (!from.findings || !to.findings) return null;
  const found = new Set([...from.findings, ...to.findings].map(cycleKey));
  const isKnown = from.components !== null && to.components !== null;
  const cyclesOf = ({ findings, components }: HeldInventory): HeldCycle[] => [
    ...(findings ?? []),
    ...((isKnown && components) || []).flatMap(({ software }) =>
      // One package is not two products: the scanner may have found another one in it than the catalog.
      software && (!software.hasEnd || found.has(cycleKey(software))) ? [software] : [],
    ),
  ];
  const groups = grouped(
    cyclesOf(from),
    cyclesOf(to),
    ({ productName }) => productName,
    ({ cycle }) => cycle,
  );
  return {
    changes: groups.flatMap(({ first: { productName }, from: gone, to: come }) =>
      gone.length + come.length > 0 ? [{ productName, from: gone, to: come }] : [],
    ),
    same: groups.flatMap(({ first: { productName }, same }) =>
      same.map((cycle) => ({ productName, cycle })),
    ),
  };
}

function componentsDifference(from: readonly HeldComponent[], to: readonly HeldComponent[]) {
  const groups = grouped(from, to, packageKey, ({ version }) => version);
  const changed = groups.filter((group) => group.from.length + group.to.length > 0);
  return {
    changes: changed.map(({ first: { name, type }, ...group }) => ({
      ...{ name, type },
      ...{ from: group.from, to: group.to },
    })),
    same: groups.length - changed.length,
  };
}

interface Group<Item> {
  readonly first: Item;
  readonly from: string[];
  readonly to: string[];
  readonly same: string[];
}

/** Sorts items of both sides by what they are of, and tells their values apart by the side that has them. */
function grouped<Item>(
  from: readonly Item[],
  to: readonly Item[],
  keyOf: (item: Item) => string,
  valueOf: (item: Item) => string,
): Group<Item>[] {
  interface Sides {
    first: Item;
    readonly from: Set<string>;
    readonly to: Set<string>;
  }
  const groups = new Map<string, Sides>();
  const take = (items: readonly Item[], side: 'from' | 'to') => {
    for (const item of items) {
      const key = keyOf(item);
      const group = groups.get(key) ?? { first: item, from: new Set(), to: new Set() };
      groups.set(key, group);
      group[side].add(valueOf(item));
    }
  };
  take(from, 'from');
  take(to, 'to');
  return [...groups].sort(byFirst).map(([, { first, from: before, to: after }]) => ({
    first,
    from: [...before].filter((value) => !after.has(value)).sort(),
    to: [...after].filter((value) => !before.has(value)).sort(),
    same: [...after].filter((value) => before.has(value)).sort(),
  }));
}

/** The package whatever its version: by its purl where it has one, as tools do not agree on names of types. */
function packageKey({ name, type, purl }: Omit<HeldPackage, 'version' | 'fact'>): string {
  const reading = purl === null ? null : parsePurl(purl);
  if (!reading?.ok) return JSON.stringify([name, type]);
  const read = withModulePath(reading.purl);
  return JSON.stringify([read.name, read.type, read.namespace ?? '']);
}

const versionKey = (held: HeldPackage) => JSON.stringify([packageKey(held), held.version]);
const cycleKey = ({ productName, cycle }: HeldCycle) => JSON.stringify([productName, cycle]);
const findingKey = ({ productName, cycle, artifactType }: HeldFinding) =>
  JSON.stringify([productName, cycle, artifactType]);

const byKey = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  new Map(items.map((item) => [keyOf(item), item]));

const byFirst = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) =>
  left < right ? -1 : Number(left > right);
