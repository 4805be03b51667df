'use client';

import { hrefs } from '@/features/hrefs';
import { useQuery } from '@tanstack/react-query';
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
import { keepRows } from '@/features/frame/kept-rows';
import { RUNNING_OPTIONS } from '@/features/names/image';
import { columnsAsOf, IMAGE_COLUMNS } from '@/features/image/table';
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

/** What ran on a day before is not kept. */
function columnsAt(asOf: string | null) {
  const shown = asOf === null ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'running');
  return columnsAsOf(shown, asOf);
}

/** Lists the images that hold the software, or held it when a day was over, by name. */
export function HoldingImages({ softwareId }: { softwareId: string }) {
  const { params, setParams } = useSoftwarePageParams();
  const choose = (running: SoftwarePageParams['running']) => setParams({ running, page: null });
  const asOf = params.as_of;
  const columns = useMemo(() => columnsAt(asOf), [asOf]);
  const images = useQuery({
    ...useTRPC().image.listForDashboard.queryOptions(toHoldersQuery(softwareId, params)),
    placeholderData: keepRows,
  });
  if (images.error) return <CallFailure title="The images could not be loaded." query={images} />;
  const isFiltered = params.running !== null && asOf === null;
  if (images.data?.total === 0 && !isFiltered) return <NobodyHolds isPast={asOf !== null} />;
  const filter = asOf === null && (
    <FilterBar label="Filter images" active={isFiltered} onClear={() => choose(null)}>
      <SelectFilter
        label="Running"
        options={RUNNING_OPTIONS}
        value={params.running}
        onChange={choose}
      />
    </FilterBar>
  );
  if (!images.data) {
    return (
      <Stack>
        {filter}
        <Loading label="Loading images" columns={4} />
      </Stack>
    );
  }
  const { items, total } = images.data;
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
      softwareHref(softwareId, { running: params.running, as_of: asOf, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <Stack>
      {filter}
      <DataTable
        name="software-images"
        label="Images that hold it"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.image(id, { as_of: asOf })}
        loading={images.isPlaceholderData}
      />
      <Pagination {...page} />
    </Stack>
  );
}

type HoldingProject = Outputs['software']['projects']['items'][number];

/** Lists the projects whose images hold the software, or held it when a day was over, by name. */
export function HoldingProjects({ softwareId }: { softwareId: string }) {
  const { params, setParams } = useSoftwarePageParams();
  const asOf = params.as_of;
  const columns = useMemo(() => columnsFor(softwareId, asOf), [softwareId, asOf]);
  const projects = useQuery({
    ...useTRPC().software.projects.queryOptions(toProjectsQuery(softwareId, params)),
    placeholderData: keepRows,
  });
  if (projects.error) {
    return <CallFailure title="The projects could not be loaded." query={projects} />;
  }
  if (!projects.data) return <Loading label="Loading projects" columns={2} />;
  const { items, total } = projects.data;
  if (total === 0) return <NobodyHolds isPast={asOf !== null} />;
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'projects',
    hrefFor: (number: number, size: number) =>
      softwareHref(softwareId, { view: 'projects', as_of: asOf, page: number, size }),
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
        rowHref={({ id }) => hrefs.images({ software: softwareId, project: id, as_of: asOf })}
        loading={projects.isPlaceholderData}
      />
      <Pagination {...page} />
    </Stack>
  );
}

function columnsFor(
  softwareId: string,
  asOf: string | null,
): readonly TableColumn<HoldingProject>[] {
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
          href={hrefs.images({ software: softwareId, project: id, as_of: asOf })}
        />
      ),
    },
  ];
}

/** Stands in for the lists when no image holds the software. */
function NobodyHolds({ isPast }: { isPast: boolean }) {
  if (isPast) return <NoData title="No image held it at the end of that day." />;
  return (
    <NoData title="No image holds it now.">
      Some did before: their latest scans no longer find it, or their projects were deleted.
    </NoData>
  );
}
