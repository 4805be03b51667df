'use client';

import { hrefs } from '@/features/hrefs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { CountLink } from '@/components/ui/count-link';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { RUNNING_OPTIONS } from '@/features/names/image';
import { IMAGE_COLUMNS } from '@/features/image/table';
import { ProjectName } from '@/features/names/project';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import {
  softwareHref,
  toHoldersQuery,
  useSoftwarePageParams,
  toProjectsQuery,
  type SoftwarePageParams,
} from './params';

const SHOWN: readonly string[] = ['name', 'project', 'owner', 'ended', 'running'];
const COLUMNS = IMAGE_COLUMNS.filter(({ id }) => SHOWN.includes(id)).map((column) => ({
  ...column,
  hidden: false,
}));

/** Lists the images that hold the software, by name. */
export function HoldingImages({ softwareId }: { softwareId: string }) {
  const { params, setParams } = useSoftwarePageParams();
  const choose = (running: SoftwarePageParams['running']) => setParams({ running, page: null });
  const images = useQuery({
    ...useTRPC().image.listForDashboard.queryOptions(toHoldersQuery(softwareId, params)),
    placeholderData: keepPreviousData,
  });
  if (images.error) return <CallFailure title="The images could not be loaded." query={images} />;
  if (!images.data) return <Loading label="Loading images" columns={4} />;
  const { items, total } = images.data;
  const isFiltered = params.running !== null;
  if (total === 0 && !isFiltered) return <NobodyHolds />;
  const filter = (
    <FilterBar label="Filter images" active={isFiltered} onClear={() => choose(null)}>
      <SelectFilter
        label="Running"
        options={RUNNING_OPTIONS}
        value={params.running}
        onChange={choose}
      />
    </FilterBar>
  );
  if (total === 0) {
    return (
      <Stack>
        {filter}
        <NoResults title="No image that holds it is one of these." onClear={() => choose(null)} />
      </Stack>
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'images',
    hrefFor: (number: number, size: number) =>
      softwareHref(softwareId, { running: params.running, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <Stack>
      {filter}
      <DataTable
        name="software-images"
        label="Images that hold it"
        columns={COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.image(id)}
        loading={images.isPlaceholderData}
      />
      <Pagination {...page} />
    </Stack>
  );
}

type HoldingProject = Outputs['software']['projects']['items'][number];

/** Lists the projects whose images hold the software, by name. */
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
        rowHref={({ id }) => hrefs.images({ software: softwareId, project: id })}
        loading={projects.isPlaceholderData}
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
          href={hrefs.images({ software: softwareId, project: id })}
        />
      ),
    },
  ];
}

/** Stands in for the lists when no image holds the software. */
function NobodyHolds() {
  return (
    <NoData title="No image holds it now.">
      Some did before: their latest scans no longer find it, or their projects were deleted.
    </NoData>
  );
}
