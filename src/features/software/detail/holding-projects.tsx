'use client';

import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { Stack } from '@/components/layout/stack';
import { CountLink } from '@/components/ui/count-link';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { imagesHref } from '@/features/image/search-params';
import { ProjectName } from '@/features/project/project-name';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { softwareHref, toProjectsQuery } from '../software-page-params';
import { NobodyHolds } from './nobody-holds';
import { useSoftwarePageParams } from './use-software-page-params';

type HoldingProject = Outputs['software']['projects']['items'][number];

/** The projects whose images hold some software, by name. */
export function HoldingProjects({ softwareId }: { softwareId: string }) {
  const { params, setParams } = useSoftwarePageParams();
  const columns = useMemo(() => columnsFor(softwareId), [softwareId]);
  const projects = useQuery({
    ...useTRPC().software.projects.queryOptions(toProjectsQuery(softwareId, params)),
    placeholderData: keepPreviousData,
  });
  if (projects.error) {
    return <CallFailure title="The projects could not be loaded." query={projects} />;
  }
  if (!projects.data) return <Loading label="Loading projects" columns={2} />;
  const { items, total } = projects.data;
  if (total === 0) return <NobodyHolds />;
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'projects',
    hrefFor: (number: number, size: number) =>
      softwareHref(softwareId, { view: 'projects', page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <Stack>
      <DataTable
        name="software-projects"
        label="Projects that hold it"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => imagesHref({ software: softwareId, project: id })}
        loading={projects.isPlaceholderData}
        minWidth="narrow"
      />
      <Pagination {...page} />
    </Stack>
  );
}

function columnsFor(softwareId: string): readonly TableColumn<HoldingProject>[] {
  return [
    {
      id: 'name',
      header: 'Project',
      primary: true,
      cell: ({ name }) => <ProjectName name={name} />,
    },
    {
      id: 'images',
      header: 'Images that hold it',
      align: 'end',
      widthPx: 180,
      cell: ({ id, images }) => (
        <CountLink
          value={images}
          noun="image"
          href={imagesHref({ software: softwareId, project: id })}
        />
      ),
    },
  ];
}
