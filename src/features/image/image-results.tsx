'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoResults } from '@/components/feedback/no-results';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import { describeFilters } from './filter-options';
import { ImagesTable } from './images-table';
import { NO_FILTERS, toImagesQuery } from './search-params';
import { chosenIn, type ImagesState } from './use-images-params';

/** The images that the address asks for; older ones stay until they are here. */
export function useImages({ params }: ImagesState) {
  return useQuery({
    ...useTRPC().image.listForDashboard.queryOptions(toImagesQuery(params)),
    placeholderData: keepPreviousData,
  });
}

export interface ImageResultsProps {
  state: ImagesState;
  images: ReturnType<typeof useImages>;
}

/** The images, or why there are none. */
export function ImageResults({ state, images }: ImageResultsProps) {
  const { scope, params, setFilter, setParams } = state;
  if (images.error) return <CallFailure title="The images could not be loaded." query={images} />;
  if (!images.data) return <Loading label="Loading images" columns={6} />;
  const { items, total } = images.data;
  if (total === 0) {
    return (
      <NoResults title={describeFilters(chosenIn(state))} onClear={() => setFilter(NO_FILTERS)} />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'images',
    hrefFor: (number: number, size: number) => scope.hrefFor({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return <ImagesTable rows={items} state={state} page={page} loading={images.isPlaceholderData} />;
}
