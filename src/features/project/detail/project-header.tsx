'use client';

import dynamic from 'next/dynamic';
import { DateTime } from '@/components/status/date-time';
import { PageHeader } from '@/components/layout/page-header';
import { projectTitle } from '@/domain/identifiers/project-name';
import { useMay } from '@/features/frame/reader';
import type { Outputs } from '@/trpc/outputs';
import { CodeHostMark } from '../code-host-mark';
import { projectsHref } from '../search-params';

// Few may delete, and seldom do.
const DeleteProject = dynamic(() =>
  import('./delete-project').then((module) => module.DeleteProject),
);

/** Which project this is, and for those who may, its end. */
export function ProjectHeader({ project }: { project: Outputs['project']['get'] }) {
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
      actions={mayDelete && <DeleteProject project={project} />}
    />
  );
}
