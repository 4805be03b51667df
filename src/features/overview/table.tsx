'use client';

import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import Link from 'next/link';
import { useQuery } from '@tanstack/react-query';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { SectionHead } from '@/components/layout/section-head';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { CallFailure } from '@/features/frame/call-failure';
import { ImageName, SOFTWARE_NOUN, type DashboardImage } from '@/features/names/image';
import { endColumn, moveColumn } from '@/features/advice/table';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { latestScansOf, useOverviewOwner, useToMove, type SoftwareToMove } from './params';

/** Lists the ten that matter most, with the release cycles to move to. */
export function TopSoftware() {
  const toMove = useToMove();
  return (
    <section aria-labelledby="top" className="grid min-w-0 grid-cols-1 content-start gap-2">
      <SectionHead
        id="top"
        title="Move these first"
        description="Ended or ending within 6 months, in most images first"
      />
      {toMove.error && (
        <CallFailure title="What to move first could not be loaded." query={toMove} />
      )}
      {toMove.isPending && <Loading label="Loading what to move first" columns={4} />}
      {toMove.data && <TopTable toMove={toMove.data} />}
    </section>
  );
}

function TopTable({ toMove: { top, today } }: { toMove: Outputs['overview']['toMove'] }) {
  const [owner] = useOverviewOwner();
  const columns = useMemo(() => topColumns(today, owner), [today, owner]);
  if (top.length === 0) {
    return (
      <p className="rounded-md border bg-surface px-4 py-6 text-sm text-muted">
        Nothing in your images has ended or ends within 6 months, as far as is known.
      </p>
    );
  }
  return (
    <DataTable
      name="overview-top"
      label="Move these first"
      columns={columns}
      rows={top}
      rowId={({ id }) => id}
      rowHref={({ id }) => hrefs.software(id)}
    />
  );
}

/**
 * Lists the columns of the software to move first.
 * @param today a UTC day
 * @param owner whose images alone are counted; null: everybody's
 */
function topColumns(today: string, owner: string | null): readonly TableColumn<SoftwareToMove>[] {
  return [
    {
      id: 'name',
      header: 'Software',
      primary: true,
      cell: ({ productName, cycle, artifactType }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 wrap-anywhere whitespace-normal">
            {productName} {cycle}
          </span>
          <Badge className="font-normal">{artifactType}</Badge>
        </span>
      ),
    },
    // The table is narrower than others, and has fewer columns.
    { ...endColumn(today), widthPx: { least: 190, share: 34.5, most: 300 } },
    {
      id: 'images',
      header: 'Images',
      align: 'end',
      widthPx: 68,
      cell: ({ id, images }) => (
        <CountLink value={images} noun="image" href={hrefs.images({ software: id, owner })} />
      ),
    },
    { ...moveColumn(), widthPx: { least: 190, share: 33.5, most: 320 } },
  ];
}

/** Lists the images scanned last, with their software by state. */
export function LatestScans() {
  const [owner] = useOverviewOwner();
  const latest = useQuery(useTRPC().image.listForDashboard.queryOptions(latestScansOf(owner)));
  return (
    <section aria-labelledby="latest-scans" className="grid min-w-0 content-start gap-2">
      <SectionHead
        id="latest-scans"
        title="Latest scans"
        href={hrefs.images({ sort: 'latestScan', dir: 'desc', owner })}
        linkText="All images"
      />
      {latest.error && <CallFailure title="The latest scans could not be loaded." query={latest} />}
      {latest.isPending && <Loading label="Loading the latest scans" rows={5} columns={3} />}
      {latest.data && (
        <ul className="min-w-0 rounded-md border bg-surface text-sm">
          {latest.data.items.map((image) => (
            <Row key={image.id} image={image} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ image }: { image: DashboardImage }) {
  return (
    <li className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b px-3 py-1 last:border-b-0 md:grid-cols-[minmax(0,1fr)_18rem_5.5rem]">
      <Link
        href={hrefs.image(image.id)}
        prefetch={false}
        className="min-w-0 rounded-sm font-medium hover:text-accent-text"
      >
        <ImageName image={image} />
      </Link>
      <div className="max-md:order-last max-md:col-span-2">
        <StackedStatusBar
          variant="compact"
          counts={image.states}
          noun={SOFTWARE_NOUN}
          hrefFor={(state) => hrefs.image(image.id, { state })}
        />
      </div>
      <DateTime value={image.latestScanDate} show="ago" className="text-right text-xs text-muted" />
    </li>
  );
}
