import type { Product, ReleaseCycle } from '@/domain/catalog/catalog';
import type { CatalogIndex } from '@/domain/catalog/index-of-names';
import type { Day } from '@/domain/eol/calendar';
import { servedCycles, type TakeTurn } from './served-cycles';
import { type ScannerName, scannerNamesOf } from './served-names';

/** A cycle in the columns of the scanner's database. Days may be unknown, texts are never null. */
export interface CycleRow {
  readonly releaseCycle: string;
  /** Null only where `eolBool` is true. */
  readonly eol: Day | null;
  /** Ended on an unknown day; a cycle with a date never has it, since it makes the scanner's policies warn at most. */
  readonly eolBool: boolean;
  readonly lts: '' | 'true';
  readonly latestRelease: string;
  readonly latestReleaseDate: Day | null;
  readonly releaseDate: Day | null;
}

/** One product, or a part of it: each of these names leads to each of these cycles. */
export interface ProductRows {
  readonly name: string;
  readonly permalink: string;
  readonly cycles: readonly CycleRow[];
  readonly purls: readonly string[];
  readonly cpes: readonly string[];
}

/** The catalog that everybody shares, with the index that answers are given from. */
export interface ServedCatalog {
  readonly products: readonly Product[];
  readonly index: CatalogIndex;
}

/**
 * The catalog as rows of the scanner's database, in the order they are to be written in: the scanner reads
 * without sorting. Equal products give equal rows, however they are ordered. Where the scanner would say of
 * one of a product's names what Eventide does not, that name comes with fewer cycles, in a row of its own.
 * @param today what is to come after it is no release yet
 * @param takeTurn called after each of a few milliseconds of work
 */
export async function databaseRows(
  { products, index }: ServedCatalog,
  today: Day,
  takeTurn: TakeTurn,
): Promise<ProductRows[]> {
  const sorted = [...products].sort((one, other) => (one.slug < other.slug ? -1 : 1));
  const names = scannerNamesOf(sorted, index, today);
  const rows: ProductRows[] = [];
  for (const product of sorted) {
    const groups = new Map<string, { cycles: readonly ReleaseCycle[]; names: ScannerName[] }>();
    for (const name of names.get(product) ?? []) {
      const cycles = await servedCycles(product, name, takeTurn);
      await takeTurn();
      if (cycles.length === 0) continue;
      const key = JSON.stringify(cycles.map((cycle) => cycle.name));
      const group = groups.get(key) ?? { cycles, names: [] };
      group.names.push(name);
      groups.set(key, group);
    }
    rows.push(...[...groups.values()].map((group) => productRows(product, group)));
  }
  return rows;
}

function productRows(
  product: Product,
  { cycles, names }: { cycles: readonly ReleaseCycle[]; names: readonly ScannerName[] },
): ProductRows {
  const textsOf = (kind: ScannerName['kind']) => [
    ...new Set(names.filter((name) => name.kind === kind).flatMap(({ texts }) => texts)),
  ];
  return {
    name: product.name,
    permalink: `https://endoflife.date/${encodeURIComponent(product.slug)}`,
    cycles: cycles.map(cycleRow),
    purls: textsOf('purl'),
    cpes: textsOf('cpe'),
  };
}

function cycleRow(cycle: ReleaseCycle): CycleRow {
  // The day after which no security fixes are to be had without paying: the one upstream's database had.
  const end = cycle.support.find(({ level }) => level === 'STANDARD_SUPPORT');
  const eol = end?.endsOn ?? null;
  return {
    releaseCycle: cycle.name,
    eol,
    eolBool: eol === null && end?.ended === true,
    lts: cycle.lts ? 'true' : '',
    latestRelease: cycle.latestRelease ?? '',
    latestReleaseDate: cycle.latestReleasedOn,
    releaseDate: cycle.releasedOn,
  };
}
