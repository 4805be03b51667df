/** The lists of which views are saved. */
export const VIEW_LISTS = [
  'images',
  'software',
  'projects',
  'findings',
  'timeline',
  'waivers',
] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

export const MAX_VIEW_NAME = 80;
export const MAX_VIEW_QUERY = 4_000;

/** Parameters that a saved view leaves out: it begins at the first page, and is not another view. */
const NOT_KEPT = new Set(['page', 'view']);

/**
 * Writes an address's query as a view keeps it: every parameter once, in the order of their names, without the page.
 * @returns null where it is no query of a list: too long, or with a name that no parameter has
 */
export function viewQuery(query: string): string | null {
  if (query.length > MAX_VIEW_QUERY || query.includes('\0')) return null;
  const given = new URLSearchParams(query);
  const kept = [...new Map(given)].filter(([name]) => !NOT_KEPT.has(name)).toSorted(byName);
  if (kept.some(([name]) => !/^[a-z][a-z0-9_]{0,39}$/i.test(name))) return null;
  return new URLSearchParams(kept).toString();
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}

interface Parser {
  readonly parse: (text: string) => unknown;
}

type Parsers = Readonly<Record<string, Parser>>;

function isValid([name, text]: readonly [string, string], parsers: Parsers): boolean {
  const parser = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
  return parser !== undefined && parser.parse(text) !== null;
}

/** Keeps the parameters of a query that its list understands. */
export function validQuery(query: string, parsers: Parsers): URLSearchParams {
  const given = new URLSearchParams(query);
  return new URLSearchParams([...given].filter((parameter) => isValid(parameter, parsers)));
}

/**
 * Writes down what a reader sees of a list: what of the address it understands, and the columns that show.
 * @returns null where a view cannot keep that: it is too long
 */
export function seenQuery(
  address: string,
  parsers: Parsers,
  columns: readonly string[],
): string | null {
  const query = validQuery(address, parsers);
  query.set('columns', columns.join(','));
  return viewQuery(query.toString());
}

/** Names the parameters of a view's query that its list does not know, or whose values mean nothing to it any more. */
export function staleParameters(query: string, parsers: Parsers): readonly string[] {
  return [...new URLSearchParams(query)]
    .filter((parameter) => !isValid(parameter, parsers))
    .map(([name, text]) => `${name}=${text}`);
}
