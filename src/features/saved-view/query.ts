import { useMemo } from 'react';
import { useSearchParams } from 'next/navigation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useColumnChoice } from '@/components/data-table/column-choice';
import { canHide } from '@/components/data-table/columns';
import { seenQuery, type ViewList } from '@/domain/saved-view/view';
import { useTRPC } from '@/trpc/client';
import type { SavedView, ViewedList } from './types';

/**
 * Writes down what the reader sees of a list now: filters, order and columns.
 * @returns null where a view cannot keep it: it is too long
 */
export function useCurrentQuery(viewed: ViewedList): string | null {
  const { table, columns, columnsInAddress, parsers } = viewed;
  const search = useSearchParams();
  const { shownIds } = useColumnChoice(table, columns, columnsInAddress);
  return useMemo(() => {
    const chosen = columns.filter(canHide).map(({ id }) => id);
    const shown = shownIds.filter((id) => chosen.includes(id));
    return seenQuery(search.toString(), parsers, shown);
  }, [search, columns, shownIds, parsers]);
}

/** Builds the address of a list as a view has it. */
export function viewHref(path: string, { id, query }: Pick<SavedView, 'id' | 'query'>): string {
  const search = new URLSearchParams(query);
  search.set('view', id);
  return `${path}?${search.toString().replaceAll('%2C', ',')}`;
}

/** Finds the view that the address names among those that the reader sees. */
export function useOpenView(list: ViewList, isWanted: boolean) {
  const [viewId, setViewId] = useQueryState('view', parseAsString);
  const views = useQuery({
    ...useTRPC().savedView.list.queryOptions({ list }),
    enabled: isWanted || viewId !== null,
  });
  const open = views.data?.find(({ id }) => id === viewId) ?? null;
  return {
    views,
    open,
    leave: () => void setViewId(null),
    enter: (id: string) => void setViewId(id),
  };
}

/** Reads the views of a list anew. */
export function useRefresh(list: ViewList): () => Promise<void> {
  const queries = useQueryClient();
  const trpc = useTRPC();
  return () => queries.invalidateQueries({ queryKey: trpc.savedView.list.queryKey({ list }) });
}
