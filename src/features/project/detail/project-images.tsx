'use client';

import { useMemo } from 'react';
import { SectionHead } from '@/components/layout/section-head';
import { ImageFilters } from '@/features/image/image-filters';
import { ImageResults, useImages } from '@/features/image/image-results';
import { imagesOfProject } from '@/features/image/image-scope';
import { useImagesParams } from '@/features/image/use-images-params';
import { projectHref } from '../project-page-params';

/** The images list, of one project, on its page. */
export function ProjectImages({ projectId }: { projectId: string }) {
  const scope = useMemo(
    () =>
      imagesOfProject(projectId, ({ project: _project, ...params }) =>
        projectHref(projectId, params),
      ),
    [projectId],
  );
  const state = useImagesParams(scope);
  const images = useImages(state);
  return (
    <section aria-labelledby="images" className="grid min-w-0 grid-cols-1 gap-3">
      <SectionHead id="images" title="Images" />
      <ImageFilters state={state} />
      <ImageResults state={state} images={images} />
    </section>
  );
}
