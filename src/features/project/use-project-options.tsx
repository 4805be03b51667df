'use client';

import { useQuery } from '@tanstack/react-query';
import type { SelectFilterOption } from '@/components/data-table/select-filter';
import { projectTitle } from '@/domain/identifiers/project-name';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CodeHostMark } from './code-host-mark';

const NONE: SelectFilterOption<string>[] = [];

/** The organization's projects as choices of a filter, by id; none while they are loaded. */
export function useProjectOptions(): SelectFilterOption<string>[] {
  const projects = useQuery({
    ...useTRPC().scanner.projects.queryOptions(),
    select: toOptions,
  });
  return projects.data ?? NONE;
}

function toOptions(projects: Outputs['scanner']['projects']): SelectFilterOption<string>[] {
  return projects.map(({ id, name }) => {
    const { host, title } = projectTitle(name);
    return { value: id, label: title, icon: <CodeHostMark host={host} /> };
  });
}
