'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { IMAGE_COLUMNS } from '@/features/image/columns';
import { imageHref } from '@/features/image/image-page-params';
import { useTRPC } from '@/trpc/client';
import { softwareHref, toHoldersQuery } from '../software-page-params';
import { NobodyHolds } from './nobody-holds';
import { useSoftwarePageParams } from './use-software-page-params';

const SHOWN: readonly string[] = ['name', 'project', 'ended', 'latestScan'];
const COLUMNS = IMAGE_COLUMNS.filter(({ id }) => SHOWN.includes(id));

/** The images that hold some software, by name. */
export function HoldingImages({ softwareId }: { softwareId: string }) {
  const { params, setParams } = useSoftwarePageParams();
  const images = useQuery({
    ...useTRPC().image.listForDashboard.queryOptions(toHoldersQuery(softwareId, params)),
    placeholderData: keepPreviousData,
  });
  if (images.error) return <CallFailure title="The images could not be loaded." query={images} />;
  if (!images.data) return <Loading label="Loading images" columns={4} />;
  const { items, total } = images.data;
  if (total === 0) return <NobodyHolds />;
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'images',
    hrefFor: (number: number, size: number) => softwareHref(softwareId, { page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <Stack>
      <DataTable
        name="software-images"
        label="Images that hold it"
        columns={COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => imageHref(id)}
        loading={images.isPlaceholderData}
      />
      <Pagination {...page} />
    </Stack>
  );
}
