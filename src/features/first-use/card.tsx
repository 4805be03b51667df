'use client';

import { useEffect } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { Button } from '@/components/ui/button';
import { hrefs } from '@/features/hrefs';
import { ImageName } from '@/features/names/image';
import { ProjectName } from '@/features/names/project';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { SampleList } from './sample-list';

const POLL_MS = 2_000;
const NEWEST = { sort: 'latestScan', direction: 'desc', page: 1, size: 1 } as const;

/** Waits for the first image, then shows it. */
export function FirstUpload({ doneText, onDone }: { doneText: string; onDone: () => void }) {
  const { image, failing } = useFirstImage();
  return (
    <section
      aria-label="First upload"
      data-arrived={image ? true : undefined}
      className="rounded-md border bg-surface"
    >
      {!image && (
        <div aria-hidden className="border-b px-4 py-4 max-xl:hidden">
          <SampleList />
        </div>
      )}
      <div role="status" aria-live="polite" className="px-4 py-3">
        {image ? (
          <p className="font-semibold">Your first upload has arrived</p>
        ) : (
          <p className="flex items-center gap-2.5 text-sm">
            <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
            {failing
              ? 'The server does not answer. Still trying…'
              : 'Waiting for the first upload…'}
          </p>
        )}
      </div>
      {image && <Arrived image={image} doneText={doneText} onDone={onDone} />}
    </section>
  );
}

function useFirstImage() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const newest = useQuery({
    ...trpc.image.listForDashboard.queryOptions(NEWEST),
    refetchInterval: ({ state }) => (state.data?.items.length ? false : POLL_MS),
  });
  const image = newest.data?.items[0] ?? null;
  const arrived = image !== null;
  useEffect(() => {
    // Lists and labels that were read while there was no image are stale.
    if (arrived) void queryClient.invalidateQueries(trpc.image.pathFilter());
  }, [arrived, queryClient, trpc]);
  return { image, failing: newest.isError };
}

interface ArrivedProps {
  image: Outputs['image']['listForDashboard']['items'][number];
  doneText: string;
  onDone: () => void;
}

function Arrived({ image, doneText, onDone }: ArrivedProps) {
  return (
    <div className="grid animate-rise-in gap-4 px-4 pb-4">
      <div className="grid min-w-0 gap-1 text-sm">
        <span className="font-medium">
          <ImageName image={image} />
        </span>
        <span className="text-muted">
          <ProjectName name={image.projectName} />
        </span>
      </div>
      <StackedStatusBar
        counts={image.states}
        noun={['software', 'software']}
        hrefFor={(state) => hrefs.image(image.id, { state })}
      />
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <Link href={hrefs.image(image.id)}>Open the image</Link>
        </Button>
        <Button onClick={onDone}>{doneText}</Button>
      </div>
    </div>
  );
}
