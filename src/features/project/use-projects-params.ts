'use client';

import { useCallback } from 'react';
import { useQueryStates, type Nullable } from 'nuqs';
import type { TableSort } from '@/components/data-table/columns';
import { PROJECT_SORTS } from '@/domain/project/list';
import { projectsParsers, type ProjectsParams } from './search-params';

export interface ProjectsState {
  readonly params: ProjectsParams;
  readonly setParams: (changes: Partial<Nullable<ProjectsParams>>) => void;
}

/** The list's state in the address. Every change is an entry in the history, so that Back undoes it. */
export function useProjectsParams(): ProjectsState {
  const [params, write] = useQueryStates(projectsParsers, { history: 'push', scroll: false });
  const setParams = useCallback<ProjectsState['setParams']>(
    (changes) => void write(changes),
    [write],
  );
  return { params, setParams };
}

/** The order of the list as its table knows it. */
export function sortIn({ sort, dir }: ProjectsParams): TableSort {
  return { by: sort, direction: dir };
}

/** A sort in the address. Another order starts at its first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: PROJECT_SORTS.find((known) => known === by), dir: direction, page: 1 };
}
