import { createParser, parseAsString, parseAsStringLiteral } from 'nuqs/server';

/** As `Pagination` offers them. */
const PAGE_SIZES: readonly number[] = [25, 50, 100];
const DEFAULT_SIZE = 50;

/** The largest page a list can be asked for; further ones are past the end of any list. */
const LAST_PAGE = 2_147_483_647;

const parseAsPage = createParser({
  parse: (text) => {
    const page = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    return page >= 1 && page <= LAST_PAGE ? page : null;
  },
  serialize: String,
});

const parseAsSize = createParser({
  parse: (text) => PAGE_SIZES.find((size) => String(size) === text) ?? null,
  serialize: String,
});

/** A record's id. Any other text reads as no condition. */
export const parseAsId = createParser({
  parse: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null),
  serialize: String,
});

/** Ids between commas: one or several of the same kind. Any other text reads as no condition. */
export const parseAsIds = createParser({
  parse: (text) => (text.split(',').every((id) => parseAsId.parse(id) !== null) ? text : null),
  serialize: String,
});

/** Whose projects a list keeps: `mine`, `none` (of nobody) or the id of a team. Any other text reads as no condition. */
export const parseAsOwner = createParser({
  parse: (text) => (text === 'mine' || text === 'none' ? text : parseAsId.parse(text)),
  serialize: String,
});

/** Whether a cluster runs the images of a list. */
export const parseAsRunning = parseAsStringLiteral(['yes', 'no']);

/** Whether a cluster runs the images of a list, or which: `yes`, `no` or a cluster's id. Any other text reads as no condition. */
export const parseAsRunningIn = createParser({
  parse: (text) => (text === 'yes' || text === 'no' ? text : parseAsId.parse(text)),
  serialize: String,
});

/** Reads that as conditions on running at all and on the cluster; null: there is none. */
export function whereRunning(choice: string | null): {
  readonly running: boolean | null;
  readonly clusterId: string | null;
} {
  if (choice === 'yes' || choice === 'no') return { running: choice === 'yes', clusterId: null };
  return { running: null, clusterId: choice };
}

/** Reads that as a condition; null: there is none. */
export function isRunning(choice: 'yes' | 'no' | null): boolean | null {
  return choice && choice === 'yes';
}

const COLUMN_IDS = /^(?:[a-z][a-z0-9]{0,39}(?:,[a-z][a-z0-9]{0,39}){0,39})?$/i;

/** Which columns of a list show, in their order: ids between commas. Any other text reads as no choice. */
export const parseAsColumns = createParser({
  parse: (text) => (COLUMN_IDS.test(text) ? text : null),
  serialize: String,
});

const LONGEST_SEARCH = 1_000;

/** Trims a search to what the server takes; null when there is nothing to look for. */
export function searchText(q: string): string | null {
  return q.replaceAll('\0', '').trim().slice(0, LONGEST_SEARCH) || null;
}

/** A condition on a label of images. */
export const labelParsers = {
  label: parseAsString,
  labelIs: parseAsStringLiteral(['in', 'not-in']).withDefault('in'),
  labelValue: parseAsString.withDefault(''),
};

/** Clears that condition. */
export const NO_LABEL = { label: null, labelIs: null, labelValue: null } as const;

/** `page` and `size` of a list as its address carries them. Anything else reads as the default. */
export const pageParsers = {
  page: parseAsPage.withDefault(1),
  size: parseAsSize.withDefault(DEFAULT_SIZE),
};

/** A part of a path as it was before it was encoded. What is no encoding stays as it is: it names nothing. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
