'use client';

import { Fragment } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { cn } from '@/lib/cn';
import { useTRPC } from '@/trpc/client';
import { imageHref, toScansQuery } from '../image-page-params';
import { CatalogChangeEntry, ScanEntry } from './scan-entry';
import { useImagePageParams } from './use-image-page-params';

export interface HistoryTabProps {
  imageTagId: string;
  projectName: string;
}

/** Every scan of an image, newest first, with what it changed, and what the catalogue changed in between. */
export function HistoryTab({ imageTagId, projectName }: HistoryTabProps) {
  const { params, setParams } = useImagePageParams();
  const scans = useQuery({
    ...useTRPC().image.scans.queryOptions(toScansQuery(imageTagId, params)),
    placeholderData: keepPreviousData,
  });
  if (scans.error) return <CallFailure title="The scans could not be loaded." query={scans} />;
  if (!scans.data) return <Loading label="Loading scans" columns={3} />;
  const { items, total } = scans.data;
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'scans',
    hrefFor: (number: number, size: number) =>
      imageHref(imageTagId, { tab: 'history', page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <Stack>
      <ol
        aria-busy={scans.isPlaceholderData || undefined}
        className={cn('rounded-md border bg-surface', scans.isPlaceholderData && 'opacity-50')}
      >
        {items.map((scan) => (
          <Fragment key={scan.id}>
            {scan.catalogChanges.map((change) => (
              <CatalogChangeEntry key={change.changedAt} change={change} />
            ))}
            <ScanEntry scan={scan} projectName={projectName} />
          </Fragment>
        ))}
      </ol>
      <Pagination {...page} />
    </Stack>
  );
}
