import type { Product, ReleaseCycle } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import { inScannerOrder, isScannerVersion } from './cycle-order';
import { distributionCpes } from './distribution-cpes';
import { BINARY_PURLS } from './scanner-names';
import { scannerPurls } from './scanner-purl';

/** A cycle in the columns of the scanner's database. Days may be unknown, texts are never null. */
export interface CycleRow {
  readonly releaseCycle: string;
  readonly eol: Day | null;
  /** Ended on an unknown day; a cycle with a date never has it, since it makes the scanner's policies warn at most. */
  readonly eolBool: boolean;
  readonly lts: '' | 'true';
  readonly latestRelease: string;
  readonly latestReleaseDate: Day | null;
  readonly releaseDate: Day | null;
}

export interface ProductRows {
  readonly name: string;
  readonly permalink: string;
  readonly cycles: readonly CycleRow[];
  readonly purls: readonly string[];
  readonly cpes: readonly string[];
}

/**
 * The catalogue as rows of the scanner's database, in the order they are to be written in: the scanner reads
 * without sorting. Equal products give equal rows, however they are ordered.
 */
export function databaseRows(products: readonly Product[]): ProductRows[] {
  return inOrder(products).map((product) => ({
    name: product.name,
    permalink: `https://endoflife.date/${encodeURIComponent(product.slug)}`,
    cycles: inScannerOrder(product.cycles).map(cycleRow),
    purls: purlsOf(product),
    cpes: distributionCpes(product),
  }));
}

/**
 * Where two products share a purl, the scanner searches the cycles of the first, then those of the second:
 * so those that would stop it half-way come last.
 */
function inOrder(products: readonly Product[]): Product[] {
  const stops = ({ cycles }: Product) => cycles.some(({ name }) => !isScannerVersion(name));
  const bySlug = [...products].sort((one, other) => (one.slug < other.slug ? -1 : 1));
  return [...bySlug.filter((product) => !stops(product)), ...bySlug.filter(stops)];
}

function purlsOf(product: Product): string[] {
  const known = product.identifiers.flatMap(({ kind, value }) =>
    kind === 'purl' ? scannerPurls(value, product.name) : [],
  );
  return [...new Set([...known, ...(BINARY_PURLS[product.slug] ?? [])])];
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
