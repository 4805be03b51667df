import { useMemo } from 'react';
import { useStored } from '@/lib/use-stored';
import type { ColumnFacts } from './columns';

type Choosable = Pick<ColumnFacts, 'id' | 'hidden'>;

/**
 * Which columns show, by id, given what the reader chose before: `+digest -age`, the differences
 * from what the columns say themselves, so that a column added later starts as its author meant.
 */
export function visibilityOf(
  columns: readonly Choosable[],
  chosen: string | null,
): Record<string, boolean> {
  const choices = new Set(chosen?.split(' '));
  return Object.fromEntries(
    columns.map(({ id, hidden = false }) => [
      id,
      hidden ? choices.has(`+${id}`) : !choices.has(`-${id}`),
    ]),
  );
}

/** Returns the choice after showing or hiding one column; null when it equals the columns' defaults. */
export function withChoice(
  columns: readonly Choosable[],
  chosen: string | null,
  columnId: string,
  visible: boolean,
): string | null {
  const visibility = { ...visibilityOf(columns, chosen), [columnId]: visible };
  const differences = columns
    .filter(({ id, hidden = false }) => visibility[id] === hidden)
    .map(({ id, hidden = false }) => `${hidden ? '+' : '-'}${id}`);
  return differences.join(' ') || null;
}

/** Keeps in the browser which columns the reader wants to see in the table of this name. */
export function useColumnChoice(name: string, columns: readonly ColumnFacts[]) {
  const [chosen, setChosen] = useStored(`columns:${name}`);
  const visibility = useMemo(() => visibilityOf(columns, chosen), [columns, chosen]);
  return {
    visibility,
    changed: chosen !== null,
    setVisible: (id: string, visible: boolean) =>
      setChosen(withChoice(columns, chosen, id, visible)),
    reset: () => setChosen(null),
  };
}
