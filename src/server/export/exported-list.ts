import type { CsvCell } from '@/domain/csv/csv';
import type { Permission } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { Advice } from '@/domain/advice/advice';
import { noTargetWords, supportWords } from '@/domain/advice/words';

export interface ExportColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row) => CsvCell;
}

/** A list as a file: what the same list shows on its page, all of it and in the same order. */
export interface ExportedList<Query> {
  /** The part of the file's name that follows its organization's: `images`. */
  readonly name: string;
  /** The permission that the list's page asks for. */
  readonly permission: Permission;
  readonly header: readonly string[];
  /** The records in batches of some hundreds, each read when it is asked for. Throws as the list's service. */
  records(
    deps: Deps,
    organizationId: OrganizationId,
    query: Query,
  ): AsyncGenerator<readonly CsvCell[][], void, undefined>;
}

interface ListDescription<Query, Row> extends Pick<ExportedList<Query>, 'name' | 'permission'> {
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: (
    deps: Deps,
    organizationId: OrganizationId,
    query: Query,
  ) => AsyncIterable<readonly Row[]>;
}

/** Puts together where a list's rows come from and what its columns hold. */
export function exportedList<Query, Row>({
  name,
  permission,
  columns,
  rows,
}: ListDescription<Query, Row>): ExportedList<Query> {
  return {
    name,
    permission,
    header: columns.map(({ header }) => header),
    async *records(deps, organizationId, query) {
      for await (const batch of rows(deps, organizationId, query)) {
        yield batch.map((row) => columns.map(({ cell }) => cell(row)));
      }
    },
  };
}

interface Advised {
  /** Null where the catalog does not have the product. */
  readonly advice: Advice | null;
}

/** Where to move, in a file: the target with its own end and notes, the smallest step, or why there is neither. */
export const ADVICE_COLUMNS = [
  { header: 'Move to', cell: ({ advice }: Advised) => advice?.target?.label ?? null },
  {
    header: 'Supported',
    cell: ({ advice }: Advised) =>
      advice?.target ? supportWords(advice.target, (day) => day) : null,
  },
  {
    header: 'Smallest step',
    cell: ({ advice }: Advised) =>
      advice?.smallest
        ? `${advice.smallest.label}, ${supportWords(advice.smallest, (day) => day)}`
        : null,
  },
  {
    header: 'Why not',
    cell: ({ advice }: Advised) =>
      advice ? noTargetWords(advice, (day) => day) : 'The catalog does not have it',
  },
  {
    header: 'Release notes',
    cell: ({ advice }: Advised) => advice?.target?.releaseNotesUrl ?? null,
  },
] as const;

/** Columns on the contract that covers a row's software, with the end that it has without it. */
export const CONTRACT_COLUMNS = [
  { header: 'Contract', cell: ({ contract }) => contract?.vendor ?? null },
  {
    header: 'End without contract',
    cell: ({ contract }) => (contract?.upstreamDateKnown ? contract.upstreamDate : null),
  },
] as const satisfies readonly ExportColumn<{
  readonly contract: {
    readonly vendor: string;
    readonly upstreamDate: string | null;
    readonly upstreamDateKnown: boolean;
  } | null;
}>[];
