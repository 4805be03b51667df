'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { useSelection, type Selection } from '@/components/data-table/selection';
import { Loading } from '@/components/feedback/loading';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { AsOf, IMAGES_OF_TODAY, LookBack } from '@/features/frame/as-of';
import { CallFailure, failureOf } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { RetiredNote } from '@/features/retirement/card';
import { StaleView } from '@/features/saved-view/card';
import { UploadSbom } from '@/features/sbom/dialog';
import { useTRPC } from '@/trpc/client';
import type { DashboardImage } from '@/features/names/image';
import { ImageSelection } from './actions';
import { ImageFilters, describeFilters } from './filters';
import {
  imagesParsers,
  isNarrowed,
  useImagesParams,
  NO_FILTERS,
  toImagesFilter,
  toImagesQuery,
  chosenIn,
  type ImagesState,
} from './params';
import { ALL_IMAGES, ImagesTable } from './table';

const FirstUse = dynamic(() =>
  import('@/features/first-use/view').then((module) => module.FirstUse),
);

/**
 * Shows the images list, or the first steps while there is no image.
 * @param props.today a UTC day
 */
export function ImagesView({ today }: { today: string }) {
  const state = useImagesParams(ALL_IMAGES);
  const images = useImages(state);
  const retired = useQuery(useTRPC().retirement.counts.queryOptions({ projectId: null }));
  const hasNone = images.data?.total === 0 && !images.isPlaceholderData && !isNarrowed(state);
  const isEmpty = hasNone && retired.data?.total === 0;
  // Whoever began here stays until they go on: the first upload is shown in place, not swapped for a table.
  const [began, setBegan] = useState(isEmpty);
  if (began || isEmpty) {
    return <FirstUse title="Images" doneText="See all images" onDone={() => setBegan(false)} />;
  }
  return (
    <Stack>
      <PageHeader
        title="Images"
        aside={<TotalCount count={images.data?.total} />}
        actions={
          <>
            <ImagesLookBack state={state} today={today} />
            <UploadSbom />
          </>
        }
      />
      <ImagesAsOf state={state} />
      <ImageFilters state={state} />
      <StaleView list="images" parsers={imagesParsers} />
      <ListedRetired state={state} />
      <ImageResults state={state} images={images} />
    </Stack>
  );
}

const nowOf = ({ scope, params }: ImagesState) =>
  scope.hrefFor({ ...params, as_of: null, page: 1 });

/** Asks for a day, to see the list as it was then. */
function ImagesLookBack({ state, today }: { state: ImagesState; today: string }) {
  return <LookBack now={nowOf(state)} today={today} day={state.params.as_of} />;
}

/** Says that the list is as of a day. */
function ImagesAsOf({ state }: { state: ImagesState }) {
  return <AsOf day={state.params.as_of} now={nowOf(state)} notes={IMAGES_OF_TODAY} />;
}

/** Says how many images of a list are retired, and leads from those that count to them and back; nothing of a day before. */
export function ListedRetired({ state: { scope, params } }: { state: ImagesState }) {
  if (params.as_of !== null) return null;
  return (
    <RetiredNote
      projectId={scope.projectId}
      // Without the reader's filters: the number is that of all.
      retiredHref={scope.hrefFor({ retired: 'yes' })}
      countedHref={
        params.retired === null ? null : scope.hrefFor({ ...params, retired: null, page: 1 })
      }
    />
  );
}

/** Loads the images that the address asks for; older ones stay until they are here. */
export function useImages({ params }: ImagesState) {
  return useQuery({
    ...useTRPC().image.listForDashboard.queryOptions(toImagesQuery(params)),
    placeholderData: keepRows,
  });
}

export interface ImageResultsProps {
  state: ImagesState;
  images: ReturnType<typeof useImages>;
}

/**
 * Lists the images, or says why there are none. What was selected stays beside it, whatever is read meanwhile: a dialog
 * about it is not taken away.
 */
export function ImageResults({ state, images }: ImageResultsProps) {
  const selection = useSelection(filterOf(state), idOf);
  return (
    <>
      <ListedImages state={state} images={images} selection={selection} />
      <ImageSelection state={state} selection={selection} total={images.data?.total ?? 0} />
    </>
  );
}

interface ListedImagesProps extends ImageResultsProps {
  selection: Selection<DashboardImage>;
}

function ListedImages({ state, images, selection }: ListedImagesProps) {
  const { scope, params, setFilter, setParams } = state;
  if (images.error) {
    const title = failureOf('The images could not be loaded.', images.error, params.as_of);
    return <CallFailure title={title} query={images} />;
  }
  if (!images.data) return <Loading label="Loading images" columns={6} />;
  const { items, total } = images.data;
  if (total === 0 && !isNarrowed(state)) return <NoResults title={emptyWords(params.as_of)} />;
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
  return (
    <ImagesTable
      rows={items}
      state={state}
      selection={selection}
      page={page}
      loading={images.isPlaceholderData}
    />
  );
}

function emptyWords(asOf: string | null): string {
  return asOf === null
    ? 'No image counts here: all are retired, or were deleted.'
    : 'No image counted here at the end of that day.';
}

const idOf = ({ id }: DashboardImage) => id;

/** What the list is narrowed to: with another filter, what was selected is no longer meant. */
function filterOf({ params }: ImagesState): string {
  return JSON.stringify([toImagesFilter(params), params.state]);
}
