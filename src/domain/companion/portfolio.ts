import { z } from 'zod';
import { list, members, type KeepRule } from '@/domain/scan/body/keep-rules';
import { calendarInstant, storedText } from '@/domain/validation/fields';

/** Entries of one page that are read, and tags of one entry. */
export const PAGE_SIZE = 100;
const MAX_TAGS = 100;
const MAX_NAME_LENGTH = 1_024;

/** The part of a page of projects that is read; most of an entry, such as its dependencies, is not. */
export const PORTFOLIO_RULE: KeepRule = list(
  members(
    { tags: list(members({}, ['name']), MAX_TAGS), parent: members({}, ['name', 'version']) },
    [...['uuid', 'name', 'version', 'lastBomImport', 'isLatest', 'active', 'collectionLogic']],
  ),
  PAGE_SIZE,
);

const text = storedText(MAX_NAME_LENGTH).trim();

/** The end of the year 9999: what is later is written as nobody reads it. */
const MAX_MS = 253_402_300_799_999;

/** Milliseconds since 1970, or ISO 8601. */
const when = z.union([
  z
    .number()
    .int()
    .min(0)
    .max(MAX_MS)
    .transform((ms) => new Date(ms)),
  calendarInstant,
]);

const project = z.object({
  uuid: z.guid().toLowerCase(),
  name: text.min(1),
  version: text.nullish(),
  lastBomImport: when.nullish(),
  /** Since 4.12. */
  isLatest: z.boolean().nullish(),
  active: z.boolean().nullish(),
  tags: z.array(z.object({ name: text })).nullish(),
  parent: z.object({ name: text, version: text.nullish() }).nullish(),
  /** Since 4.13, where 4.x says `NONE` of most. */
  collectionLogic: z.string().nullish(),
});

/** A project of a Dependency-Track, as its list of projects has it. */
export interface ListedProject {
  readonly uuid: string;
  readonly name: string;
  /** Null: it has none. */
  readonly version: string | null;
  /** When its BOM last came; null when none has, or when it only sums up others. */
  readonly importedAt: Date | null;
  /** Undefined: that release does not know the like. */
  readonly isLatest: boolean | undefined;
  readonly tags: readonly string[];
  readonly parent: { readonly name: string; readonly version: string | null } | null;
}

/** Entries of a page; those that cannot be read are counted. */
export interface ListedPage {
  readonly projects: readonly ListedProject[];
  readonly unreadable: number;
  /** All entries, also those that are left out. */
  readonly length: number;
}

/**
 * Reads a page of projects. Inactive ones are left out, whether or not the server was asked to do so.
 * @returns null when it is no list
 */
export function readPage(page: unknown): ListedPage | null {
  if (!Array.isArray(page)) return null;
  const read = page.map((entry) => project.safeParse(entry));
  const projects = read.flatMap(({ data }) =>
    data && data.active !== false ? [toListed(data)] : [],
  );
  return {
    projects,
    unreadable: read.filter(({ success }) => !success).length,
    length: page.length,
  };
}

function toListed({ version, lastBomImport, tags, ...entry }: z.output<typeof project>) {
  const { uuid, name, parent, collectionLogic } = entry;
  const isCollection = typeof collectionLogic === 'string' && collectionLogic !== 'NONE';
  return {
    ...{ uuid, name, version: version || null },
    importedAt: isCollection ? null : (lastBomImport ?? null),
    isLatest: entry.isLatest ?? undefined,
    tags: (tags ?? []).map((tag) => tag.name).filter((tag) => tag !== ''),
    parent: parent ? { name: parent.name, version: parent.version || null } : null,
  };
}
