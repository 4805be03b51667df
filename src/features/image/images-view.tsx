'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoResults } from '@/components/feedback/no-results';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { CallFailure } from '@/features/frame/call-failure';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { describeFilters } from './filter-options';
import { ImageFilters } from './image-filters';
import { ImagesTable } from './images-table';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { imagesHref, isFiltered, NO_FILTERS, toImagesQuery } from './search-params';
import { useImagesParams, type ImagesState } from './use-images-params';

const FirstUse = dynamic(() =>
  import('@/features/first-use/first-use').then((module) => module.FirstUse),
);

/** The images list; how to get a first image while there is none. */
export function ImagesView() {
  const state = useImagesParams();
  const images = useImages(state);
  const isEmpty =
    images.data?.total === 0 && !images.isPlaceholderData && !isFiltered(state.params);
  // Whoever began here stays until they go on: the first upload is shown in place, not swapped for a table.
  const [began, setBegan] = useState(isEmpty);
  if (began || isEmpty) return <FirstUse onDone={() => setBegan(false)} />;
  return (
    <Stack>
      <PageHeader title="Images" aside={<Total count={images.data?.total} />} />
      <ImageFilters state={state} />
      <Results state={state} images={images} />
    </Stack>
  );
}

function Total({ count }: { count: number | undefined }) {
  if (count === undefined) return null;
  return (
    <span data-numeric className="text-sm text-muted">
      {formatCount(count)}
    </span>
  );
}

function useImages({ params }: ImagesState) {
  return useQuery({
    ...useTRPC().image.listForDashboard.queryOptions(toImagesQuery(params)),
    placeholderData: keepPreviousData,
  });
}

interface ResultsProps {
  state: ImagesState;
  images: ReturnType<typeof useImages>;
}

function Results({ state, images }: ResultsProps) {
  const { params, setFilter, setParams } = state;
  if (images.error) return <CallFailure title="The images could not be loaded." query={images} />;
  if (!images.data) return <Loading label="Loading images" columns={6} />;
  const { items, total } = images.data;
  if (total === 0) {
    return <NoResults title={describeFilters(params)} onClear={() => setFilter(NO_FILTERS)} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'images',
    hrefFor: (number: number, size: number) => imagesHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return <ImagesTable rows={items} state={state} page={page} loading={images.isPlaceholderData} />;
}
