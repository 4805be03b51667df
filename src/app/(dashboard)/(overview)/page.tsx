import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { OverviewView } from '@/features/overview/view';
import { loadOverviewDay, loadOverviewParams } from '@/features/overview/params';
import { prefetchOverview } from '@/features/overview/query';
import { RetiredNote } from '@/features/retirement/card';
import { hrefs } from '@/features/hrefs';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageIsReady } from '@/server/page/readiness';
import { pageNow } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Overview' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function OverviewPage({ searchParams }: Props) {
  const { role } = await requirePagePrincipal();
  const { as_of: asOf } = await loadOverviewDay(searchParams);
  await prefetchOverview(role, await loadOverviewParams(searchParams), asOf);
  pageIsReady();
  return (
    <Hydrated>
      <OverviewView at={await pageNow()} />
      {/* What is retired now says nothing of a day before. */}
      {asOf === null && (
        <div className="mt-5 empty:hidden">
          <RetiredNote projectId={null} retiredHref={hrefs.images({ retired: 'yes' })} />
        </div>
      )}
    </Hydrated>
  );
}
