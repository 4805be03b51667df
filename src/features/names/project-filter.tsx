'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { SelectFilter, type SelectFilterOption } from '@/components/data-table/select-filter';
import { projectTitle } from '@/domain/identifiers/project-name';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { CodeHostMark } from './project';

const NONE: SelectFilterOption<string>[] = [];

/** Loads the organization's projects as choices, by id. */
export function useProjectChoices() {
  const projects = useProjects(true);
  return { options: projects.data ?? NONE, read: comingOf(projects) };
}

function useProjects(isWanted: boolean) {
  return useQuery({
    ...useTRPC().scanner.projects.queryOptions(),
    select: toOptions,
    enabled: isWanted,
  });
}

function toOptions(projects: Outputs['scanner']['projects']): SelectFilterOption<string>[] {
  return projects.map(({ id, name }) => toOption(id, name));
}

function toOption(id: string, name: string): SelectFilterOption<string> {
  const { host, title } = projectTitle(name);
  return { value: id, label: title, icon: <CodeHostMark host={host} /> };
}

function useNamed(project: string | null) {
  return useQuery({
    ...useTRPC().project.name.queryOptions({ projectId: project ?? '' }),
    enabled: project !== null,
  });
}

/** Loads the name of one project; undefined while it loads, for none and where it is gone. */
export function useProjectName(project: string | null): string | undefined {
  return useNamed(project).data?.name ?? undefined;
}

/** Loads one project as a choice, as {@link useProjectName}. */
export function useProjectOption(project: string | null): SelectFilterOption<string> | undefined {
  const name = useProjectName(project);
  return project === null || name === undefined ? undefined : toOption(project, name);
}

export interface ProjectFilterProps {
  /** The id of a project; null keeps everything. */
  value: string | null;
  onChange: (project: string | null) => void;
}

/**
 * Offers the projects that a list may be narrowed to. They may be thousands: they are read once they are wanted, and before
 * that the chosen one alone.
 */
export function ProjectFilter({ value, onChange }: ProjectFilterProps) {
  const [isWanted, setWanted] = useState(false);
  const projects = useProjects(isWanted);
  const chosen = useProjectOption(value);
  const named = useNamed(value);
  return (
    <SelectFilter
      label="Project"
      options={projects.data ?? (chosen ? [chosen] : NONE)}
      read={comingOf(isWanted ? projects : named)}
      onWanted={() => setWanted(true)}
      value={value}
      onChange={onChange}
    />
  );
}
