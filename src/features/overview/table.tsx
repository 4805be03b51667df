'use client';

import { hrefs } from '@/features/hrefs';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { SectionHead } from '@/components/layout/section-head';
import { DateTime } from '@/components/status/date-time';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { CallFailure } from '@/features/frame/call-failure';
import { ImageName, SOFTWARE_NOUN, type DashboardImage } from '@/features/names/image';
import { useTRPC } from '@/trpc/client';
import { latestScansOf, useOverviewScope } from './params';

/** Lists the images scanned last, with their software by state. */
export function LatestScans() {
  const [scope] = useOverviewScope();
  const latest = useQuery(useTRPC().image.listForDashboard.queryOptions(latestScansOf(scope)));
  return (
    <section aria-labelledby="latest-scans" className="grid min-w-0 content-start gap-2">
      <SectionHead
        id="latest-scans"
        title="Latest scans"
        href={hrefs.images({ sort: 'latestScan', dir: 'desc', ...scope })}
        linkText="All images"
      />
      {latest.error && <CallFailure title="The latest scans could not be loaded." query={latest} />}
      {latest.isPending && <Loading label="Loading the latest scans" rows={5} columns={3} />}
      {latest.data?.items.length === 0 && (
        <p className="rounded-md border bg-surface px-4 py-6 text-sm text-muted">
          There are no images here.
        </p>
      )}
      {latest.data && latest.data.items.length > 0 && (
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
      {image.latestScanDate && (
        <DateTime
          value={image.latestScanDate}
          show="ago"
          className="text-right text-xs text-muted"
        />
      )}
    </li>
  );
}
