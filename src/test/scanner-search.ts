import type { DatabaseSync } from 'node:sqlite';

/** A cycle as the scanner has it after reading: an unknown day is the zero date of its language. */
export interface FoundCycle {
  readonly product: string;
  readonly permalink: string;
  readonly cycle: string;
  readonly eol: string;
  readonly eolBool: boolean;
}

export type SearchResult =
  | { readonly found: FoundCycle | null }
  /** A version or a cycle's name that it cannot read: it gives the package up. */
  | { readonly error: string };

interface Row {
  readonly product_name: string;
  readonly product_permalink: string;
  readonly release_cycle: string;
  readonly eol: string | null;
  readonly eol_bool: number;
}

const COLUMNS = `cycles.*, products.name AS product_name, products.permalink AS product_permalink`;

/**
 * The search of a stock scanner (0.10), written from what its source does and from the recordings: the
 * purl up to its first `@`, every cycle of the products that have it, in whatever order the database gives
 * them, the first whose leading numbers are those of the version.
 */
export function searchByPurl(database: DatabaseSync, purl: string, version: string): SearchResult {
  const at = purl.indexOf('@');
  if (at < 0) return { error: 'invalid purl' };
  return searchOf(database, purl.slice(0, at))(version);
}

/** As {@link searchByPurl} for many versions of one package, `purl` being without version. */
export function searchOf(database: DatabaseSync, purl: string): (version: string) => SearchResult {
  const rows = database
    .prepare(
      `SELECT ${COLUMNS} FROM cycles JOIN products ON cycles.product_id = products.id
       JOIN purls ON products.id = purls.product_id WHERE purls.purl = ?`,
    )
    .all(purl);
  // The statement above names exactly these columns.
  return (version) => firstFit(rows as unknown as Row[], version);
}

/** The same for a distribution: its CPE up to the product, and what follows as the version. */
export function searchByDistribution(database: DatabaseSync, cpe: string): SearchResult {
  const parts = cpe.split(':');
  const cut = parts[1] === '2.3' ? 5 : 4;
  const version = parts[cut];
  if (version === undefined) return { error: 'invalid distro CPEName' };
  const rows = database
    .prepare(
      `SELECT ${COLUMNS} FROM cycles JOIN products ON cycles.product_id = products.id
       JOIN cpes ON products.id = cpes.product_id WHERE cpes.cpe = ?`,
    )
    .all(parts.slice(0, cut).join(':'));
  // The statement above names exactly these columns.
  return firstFit(rows as unknown as Row[], version);
}

function firstFit(rows: readonly Row[], given: string): SearchResult {
  if (rows.length === 0) return { found: null };
  const normalized = given
    .replace(/^(\d+\.\d+\.\d+)p\d+/, '$1')
    .replace(/^(\d+\.\d+\.\d+)\.\w+/, '$1')
    .replace(/^(\d+\.\d+\.\d+)-\d+~\w+/, '$1');
  const version = readVersion(normalized);
  if (!version) return { error: `Invalid Semantic Version: ${given}` };
  for (const row of rows) {
    if (normalized === row.release_cycle) return { found: toFound(row) };
    const cycle = readVersion(row.release_cycle);
    if (!cycle) return { error: `Invalid Semantic Version: ${row.release_cycle}` };
    const depth = depthOf(row.release_cycle);
    const same = (count: number) =>
      version.numbers.slice(0, count).every((number, index) => number === cycle.numbers[index]);
    const fits =
      depth <= 3 ? same(depth) : depth === 4 && same(3) && version.suffix === cycle.suffix;
    if (fits) return { found: toFound(row) };
  }
  return { found: null };
}

/** How many parts a name has: its dotted ones, and one more for what follows a hyphen. */
function depthOf(name: string): number {
  const [numbers = '', ...suffix] = name.split('-');
  return numbers.split('.').length + (suffix.join('-') === '' ? 0 : 1);
}

const SEMANTIC_VERSION =
  /^v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?(-([0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*))?(\+([0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*))?$/;

function readVersion(text: string): { numbers: bigint[]; suffix: string } | null {
  const match = SEMANTIC_VERSION.exec(text);
  if (!match) return null;
  const numbers = [match[1], match[2]?.slice(1), match[3]?.slice(1)].map((part) =>
    BigInt(part ?? 0),
  );
  return { numbers, suffix: match[5] ?? '' };
}

function toFound(row: Row): FoundCycle {
  return {
    product: row.product_name,
    permalink: row.product_permalink,
    cycle: row.release_cycle,
    eol: row.eol ?? '0001-01-01',
    eolBool: row.eol_bool === 1,
  };
}
