'use client';

import { useMemo } from 'react';
import { visibilityOf, withChoice } from './column-choice';
import type { ColumnFacts } from './columns';
import { useStored } from '@/lib/use-stored';

/** The columns the reader wants to see in the table of this name, kept in the browser. */
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
