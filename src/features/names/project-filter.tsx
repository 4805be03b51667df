'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SelectFilter, type SelectFilterOption } from '@/components/data-table/select-filter';
import { projectTitle } from '@/domain/identifiers/project-name';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CodeHostMark } from './project';

const NONE: SelectFilterOption<string>[] = [];

/** Loads the organization's projects as choices, by id; none while loading, or while they are not wanted. */
export function useProjectOptions(isWanted = true): SelectFilterOption<string>[] {
  return useProjects(isWanted).data ?? NONE;
}

function useProjects(isWanted: boolean) {
  return useQuery({
    ...useTRPC().scanner.projects.queryOptions(),
    select: toOptions,
    enabled: isWanted,
  });
}

function toOptions(projects: Outputs['scanner']['projects']): SelectFilterOption<string>[] {
  return projects.map(({ id, name }) => {
    const { host, title } = projectTitle(name);
    return { value: id, label: title, icon: <CodeHostMark host={host} /> };
  });
}

export interface ProjectFilterProps {
  /** The id of a project; null keeps everything. */
  value: string | null;
  onChange: (project: string | null) => void;
}

/** Offers the projects that a list may be narrowed to. They may be thousands: they are read once they are wanted. */
export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const [isWanted, setWanted] = useState(false);
  const projects = useProjects(isWanted || value !== null);
  return (
    <SelectFilter
      label="Project"
      options={projects.data ?? NONE}
      read={projects.data ? null : projects}
      onWanted={() => setWanted(true)}
      value={value}
      onChange={onChange}
    />
  );
}
