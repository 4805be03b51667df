'use client';

import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { PageHeader } from '@/components/layout/page-header';
import { SectionHead } from '@/components/layout/section-head';
import { DateTime } from '@/components/status/date-time';
import { projectTitle } from '@/domain/identifiers/project-name';
import { Subscribe } from '@/features/feed/dialog';
import { LookBack } from '@/features/frame/as-of';
import { useMay } from '@/features/frame/reader';
import { ImageFilters } from '@/features/image/filters';
import { useImagesParams } from '@/features/image/params';
import { imagesOfProject } from '@/features/image/table';
import { ImageResults, ListedRetired, useImages } from '@/features/image/view';
import { CodeHostMark } from '@/features/names/project';
import type { Outputs } from '@/trpc/outputs';
import { projectsHref } from '../params';
import { projectHref } from './params';

// Few may delete, and seldom do.
const DeleteProject = dynamic(() => import('./actions').then((module) => module.DeleteProject));

export interface ProjectHeaderProps {
  project: Outputs['project']['get'];
  /** A UTC day. */
  today: string;
}

/** Names the project, with a button for those who may delete it. */
export function ProjectHeader({ project, today }: ProjectHeaderProps) {
  const mayDelete = useMay('project:delete');
  const { host, title } = projectTitle(project.name);
  return (
    <PageHeader
      crumbs={[{ label: 'Projects', href: projectsHref() }]}
      title={
        <span title={project.name}>
          <span className="mr-2 inline-block align-[-0.1em]">
            <CodeHostMark host={host} />
          </span>
          {title}
        </span>
      }
      aside={
        project.latestScanDate && (
          <span className="text-sm text-muted">
            Latest scan <DateTime value={project.latestScanDate} />
          </span>
        )
      }
      actions={
        <>
          <LookBack now={projectHref(project.id)} today={today} day={null} />
          <Subscribe
            target={{ scope: 'project', subject: project.id, name: title }}
            today={today}
          />
          {mayDelete && <DeleteProject project={project} />}
        </>
      }
    />
  );
}

/** Shows the images list of one project, as of the day of the address or as it is. */
export function ProjectImages({ projectId }: { projectId: string }) {
  const scope = useMemo(
    () =>
      imagesOfProject(projectId, ({ project: _project, owner: _owner, ...params }) =>
        projectHref(projectId, params),
      ),
    [projectId],
  );
  const state = useImagesParams(scope);
  const images = useImages(state);
  return (
    <section aria-labelledby="images" className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead id="images" title="Images" />
      <ImageFilters state={state} />
      <ListedRetired state={state} />
      <ImageResults state={state} images={images} />
    </section>
  );
}
