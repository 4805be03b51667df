import { useMemo } from 'react';
import { canHide, type ColumnFacts } from './columns';
import { useListChoice } from './list-choices';

type Choosable = Pick<ColumnFacts, 'id' | 'hidden' | 'primary' | 'hideable'>;

/** The columns of a list that its address carries: those that can be hidden, in their order. */
export interface ColumnsInAddress {
  /** Ids between commas; null: the address says nothing of them. */
  readonly chosen: string | null;
  readonly onChange: (chosen: string | null) => void;
}

/**
 * Returns the columns that show, in their order: first what names the row, last what cannot be hidden.
 * @param chosen the ids between commas, in order; null: as the columns say themselves
 */
export function shownColumns<Column extends Choosable>(
  columns: readonly Column[],
  chosen: string | null,
): Column[] {
  if (chosen === null) return columns.filter((column) => !canHide(column) || !column.hidden);
  const byId = new Map(columns.filter(canHide).map((column) => [column.id, column]));
  const inOrder = idsOf(chosen).flatMap((id) => byId.get(id) ?? []);
  const fixed = columns.filter((column) => !canHide(column));
  return [
    ...fixed.filter(({ primary }) => primary),
    ...inOrder,
    ...fixed.filter(({ primary }) => !primary),
  ];
}

/** Returns the choice after showing or hiding one column; null when it equals the columns' own. */
export function withColumn(
  columns: readonly Choosable[],
  chosen: string | null,
  id: string,
  visible: boolean,
): string | null {
  const ids = chosenIds(columns, chosen);
  const others = ids.filter((other) => other !== id);
  if (!visible) return choiceOf(columns, others);
  return choiceOf(columns, ids.includes(id) ? ids : placed(columns, others, id));
}

/** Returns the choice after moving a column past its neighbour; null when it equals the columns' own. */
export function withMoved(
  columns: readonly Choosable[],
  chosen: string | null,
  id: string,
  by: 1 | -1,
): string | null {
  const ids = chosenIds(columns, chosen);
  const from = ids.indexOf(id);
  const neighbour = ids[from + by];
  if (from < 0 || neighbour === undefined) return choiceOf(columns, ids);
  return choiceOf(columns, ids.with(from, neighbour).with(from + by, id));
}

/** Where a choice is kept: for the reader, and in the list's address. */
export interface ChoicePlaces {
  readonly kept: string | null;
  readonly inAddress: string | null;
}

/**
 * Returns what both places hold after a choice. Columns that somebody else's address brought are changed in the address
 * alone: what the reader keeps stays theirs.
 * @param next null: as the columns say themselves
 */
export function afterChoice(
  columns: readonly Choosable[],
  { kept, inAddress }: ChoicePlaces,
  next: string | null,
): ChoicePlaces {
  if (inAddress === null || inAddress === kept) return { kept: next, inAddress: next };
  // An address that said nothing would show what is kept.
  if (next === null && kept !== null)
    return { kept, inAddress: chosenIds(columns, null).join(',') };
  return { kept, inAddress: next };
}

/** Puts a column that is shown anew where its author has it: before the first one that comes after it there. */
function placed(columns: readonly Choosable[], ids: readonly string[], id: string): string[] {
  const own = columns.map((column) => column.id);
  const later = new Set(own.slice(own.indexOf(id) + 1));
  const at = ids.findIndex((other) => later.has(other));
  return at < 0 ? [...ids, id] : ids.toSpliced(at, 0, id);
}

function idsOf(chosen: string): string[] {
  return chosen.split(',');
}

function chosenIds(columns: readonly Choosable[], chosen: string | null): string[] {
  return shownColumns(columns, chosen)
    .filter(canHide)
    .map(({ id }) => id);
}

function choiceOf(columns: readonly Choosable[], ids: readonly string[]): string | null {
  const choice = ids.join(',');
  return choice === chosenIds(columns, null).join(',') ? null : choice;
}

/**
 * Keeps for the reader which columns they want to see in the table of this name, and in which order. What the
 * address says comes first, for a list that has them there.
 */
export function useColumnChoice(
  name: string,
  columns: readonly ColumnFacts[],
  address?: ColumnsInAddress,
) {
  const [kept, setKept] = useListChoice(`columns:${name}`);
  const chosen = address?.chosen ?? kept;
  const shownIds = useMemo(
    () => shownColumns(columns, chosen).map(({ id }) => id),
    [columns, chosen],
  );
  const choose = (next: string | null) => {
    const after = afterChoice(columns, { kept, inAddress: address?.chosen ?? null }, next);
    setKept(after.kept);
    address?.onChange(after.inAddress);
  };
  return {
    chosen,
    shownIds,
    changed: choiceOf(columns, chosenIds(columns, chosen)) !== null,
    setVisible: (id: string, visible: boolean) => choose(withColumn(columns, chosen, id, visible)),
    move: (id: string, by: 1 | -1) => choose(withMoved(columns, chosen, id, by)),
    reset: () => choose(null),
  };
}
