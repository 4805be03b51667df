'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { PageHeader } from '@/components/layout/page-header';
import { TotalCount } from '@/components/layout/total-count';
import { Stack } from '@/components/layout/stack';
import { ImageFilters } from './image-filters';
import { ImageResults, useImages } from './image-results';
import { ALL_IMAGES } from './image-scope';
import { isNarrowed, useImagesParams } from './use-images-params';

const FirstUse = dynamic(() =>
  import('@/features/first-use/view').then((module) => module.FirstUse),
);

/** The images list; how to get a first image while there is none. */
export function ImagesView() {
  const state = useImagesParams(ALL_IMAGES);
  const images = useImages(state);
  const isEmpty = images.data?.total === 0 && !images.isPlaceholderData && !isNarrowed(state);
  // Whoever began here stays until they go on: the first upload is shown in place, not swapped for a table.
  const [began, setBegan] = useState(isEmpty);
  if (began || isEmpty) {
    return <FirstUse title="Images" doneText="See all images" onDone={() => setBegan(false)} />;
  }
  return (
    <Stack>
      <PageHeader title="Images" aside={<TotalCount count={images.data?.total} />} />
      <ImageFilters state={state} />
      <ImageResults state={state} images={images} />
    </Stack>
  );
}
