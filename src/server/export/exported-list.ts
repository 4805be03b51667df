import type { CsvCell } from '@/domain/csv/csv';
import type { Permission } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { STATE_WORDS } from '@/domain/eol/words';
import type { Advice } from '@/domain/advice/advice';
import { noTargetWords, supportWords } from '@/domain/advice/words';

export interface ExportColumn<Row> {
  /** As the first line of a CSV file has it. */
  readonly header: string;
  /** As JSON has it: the header in small letters, unless given. Programs know it: never change one. */
  readonly key?: string;
  /** The id of the page's column that shows it; without one it is in the file of all columns alone. */
  readonly of?: string;
  /** @param isPast whether the list is asked for as of a day before */
  readonly cell: (row: Row, isPast: boolean) => CsvCell;
}

/** A column of a file without its cells. */
export interface NamedColumn {
  readonly header: string;
  readonly key: string;
  readonly of: string | null;
}

/** A list as a file: what the same list shows on its page, all of it and in the same order. */
export interface ExportedList<Query> {
  /** The part of the file's name that follows its organization's: `images`. */
  readonly name: string;
  /** The permission that the list's page asks for. */
  readonly permission: Permission;
  readonly columns: readonly NamedColumn[];
  /** The records in batches of some hundreds, each read when it is asked for. Throws as the list's service. */
  records(
    deps: Deps,
    organizationId: OrganizationId,
    query: Query,
    choice: RecordChoice,
  ): AsyncGenerator<readonly CsvCell[][], void, undefined>;
}

/** Which of a list's records and cells a file holds. */
export interface RecordChoice {
  /** The places of its columns among the list's, in their order. */
  readonly places: readonly number[];
  /** The records' ids; null: all of them. */
  readonly ids: ReadonlySet<string> | null;
}

interface ListDescription<Query, Row> extends Pick<ExportedList<Query>, 'name' | 'permission'> {
  readonly columns: readonly ExportColumn<Row>[];
  /** May read those of `ids` alone, where it is not null. What it reads beside them is left out of the file. */
  readonly rows: (
    deps: Deps,
    organizationId: OrganizationId,
    query: Query,
    ids: readonly string[] | null,
  ) => AsyncIterable<readonly Row[]>;
}

const RECORD_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Puts together where a list's rows come from and what its columns hold. */
export function exportedList<Query, Row extends { readonly id: string }>({
  name,
  permission,
  columns,
  rows,
}: ListDescription<Query, Row>): ExportedList<Query> {
  return {
    name,
    permission,
    columns: columns.map(({ header, key = keyOf(header), of = null }) => ({ header, key, of })),
    async *records(deps, organizationId, query, { places, ids }) {
      const cells = places.flatMap((place) => columns[place]?.cell ?? []);
      const isPast = isOfDay(query);
      const chosen = ids === null ? null : [...ids].filter((id) => RECORD_ID.test(id));
      for await (const batch of rows(deps, organizationId, query, chosen)) {
        yield batch
          .filter(({ id }) => ids === null || ids.has(id))
          .map((row) => cells.map((cell) => cell(row, isPast)));
      }
    },
  };
}

function isOfDay(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'asOf' in query && Boolean(query.asOf);
}

/** `Long-term support` is `long_term_support`. */
function keyOf(header: string): string {
  return header.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

/**
 * Finds the places of the columns that a page shows, in its order; all of them when it does not say. What names a row is
 * always there, and first. A list whose columns are not told apart by a page's has all of them, too.
 * @param shown ids of the page's columns, between commas
 */
export function placesOf(columns: readonly NamedColumn[], shown: string | null): number[] {
  const all = columns.map((_, place) => place);
  if (shown === null || !columns.some(({ of }) => of === 'name')) return all;
  return [...new Set(['name', ...shown.split(',')])].flatMap((id) =>
    all.filter((place) => columns[place]?.of === id),
  );
}

interface Advised {
  /** Null where the catalog does not have the product, and as of a day before, of which it is not asked. */
  readonly advice: Advice | null;
}

interface Counted {
  readonly states: Readonly<Record<keyof typeof STATE_WORDS, number>>;
}

/** How much software ends when, in a file. */
export const STATE_COLUMNS = Object.entries(STATE_WORDS).map(([state, header]) => ({
  ...{ header, key: state, of: 'ended' },
  // The entries of a record are by its keys.
  cell: ({ states }: Counted) => states[state as keyof typeof STATE_WORDS],
}));

/** Where to move, in a file: the target with its own end and notes, the smallest step, or why there is neither. */
export const ADVICE_COLUMNS = [
  { header: 'Move to', of: 'move', cell: ({ advice }: Advised) => advice?.target?.label ?? null },
  {
    header: 'Supported',
    of: 'move',
    cell: ({ advice }: Advised) =>
      advice?.target ? supportWords(advice.target, (day) => day) : null,
  },
  {
    header: 'Smallest step',
    of: 'move',
    cell: ({ advice }: Advised) =>
      advice?.smallest
        ? `${advice.smallest.label}, ${supportWords(advice.smallest, (day) => day)}`
        : null,
  },
  {
    header: 'Why not',
    of: 'move',
    cell: ({ advice }: Advised, isPast: boolean) => {
      if (advice) return noTargetWords(advice, (day) => day);
      return isPast ? null : 'The catalog does not have it';
    },
  },
  {
    header: 'Release notes',
    of: 'move',
    cell: ({ advice }: Advised) => advice?.target?.releaseNotesUrl ?? null,
  },
] as const;

/** Columns on the contract that covers a row's software, with the end that it has without it. */
export const CONTRACT_COLUMNS = [
  { header: 'Contract', of: 'end', cell: ({ contract }) => contract?.vendor ?? null },
  {
    header: 'End without contract',
    of: 'end',
    cell: ({ contract }) => (contract?.upstreamDateKnown ? contract.upstreamDate : null),
  },
] as const satisfies readonly ExportColumn<{
  readonly contract: {
    readonly vendor: string;
    readonly upstreamDate: string | null;
    readonly upstreamDateKnown: boolean;
  } | null;
}>[];
