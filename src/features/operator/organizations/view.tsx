'use client';

import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { SectionHead } from '@/features/frame/section';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import {
  organizationsHref,
  organizationsParsers,
  toOrganizationsQuery,
  type OrganizationsParams,
} from '../params';

type Organization = Outputs['operator']['organizations']['items'][number];

const COLUMNS: readonly TableColumn<Organization>[] = [
  { id: 'name', header: 'Name', primary: true, cell: ({ name }) => <MiddleTruncate text={name} /> },
  {
    id: 'idp',
    header: 'Id at the identity provider',
    widthPx: 340,
    card: 'line',
    cell: ({ idp_id: idpId }) => <CopyText value={idpId} what="id at the identity provider" />,
  },
  {
    id: 'members',
    header: 'Members',
    align: 'end',
    widthPx: 110,
    cell: ({ members }) => formatCount(members),
  },
  {
    id: 'images',
    header: 'Images',
    align: 'end',
    widthPx: 110,
    cell: ({ images }) => formatCount(images),
  },
  {
    id: 'created',
    header: 'Created',
    align: 'end',
    widthPx: 190,
    cell: ({ created_at: createdAt }) => <DateTime value={createdAt} />,
  },
];

/** Lists the organizations with their sizes, and nothing of what is in them. */
export function OrganizationsView() {
  const [params, write] = useQueryStates(organizationsParsers, {
    history: 'replace',
    scroll: false,
  });
  const search = (q: string | null) => void write({ q, page: null });
  return (
    <Stack>
      <SectionHead title="Organizations">
        Every organization here, newest first. What they hold is theirs, and is not shown here.
      </SectionHead>
      <FilterBar
        label="Filter organizations"
        active={params.q.trim() !== ''}
        onClear={() => search(null)}
      >
        <SearchInput
          label="Find by name or id at the identity provider"
          value={params.q}
          onChange={(text) => search(text || null)}
        />
      </FilterBar>
      <Results params={params} onClear={() => search(null)} />
    </Stack>
  );
}

function Results({ params, onClear }: { params: OrganizationsParams; onClear: () => void }) {
  const organizations = useQuery({
    ...useTRPC().operator.organizations.queryOptions(toOrganizationsQuery(params)),
    placeholderData: keepRows,
  });
  const rows = useMemo(() => organizations.data?.items ?? [], [organizations.data]);
  if (organizations.error) {
    return <CallFailure title="The organizations could not be loaded." query={organizations} />;
  }
  if (!organizations.data) return <Loading label="Loading organizations" columns={5} />;
  const { total } = organizations.data;
  if (total === 0) {
    return params.q.trim() === '' ? (
      <NoResults title="There is no organization yet." />
    ) : (
      <NoResults title={`No organization matches "${params.q.trim()}".`} onClear={onClear} />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'organizations',
    hrefFor: (number: number, size: number) => organizationsHref({ ...params, page: number, size }),
  };
  if (rows.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="organizations"
        label="Organizations"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        loading={organizations.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
