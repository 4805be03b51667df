import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { FeedsView } from '@/features/feed/view';
import { NotForYou } from '@/features/settings/view';
import { sectionOf } from '@/features/settings/nav';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageNow } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('feeds');

export const metadata: Metadata = { title: SECTION.label };

export default async function FeedsPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  await pageQueryClient().prefetchQuery(trpc.feedToken.list.queryOptions());
  return (
    <Hydrated>
      <FeedsView now={await pageNow()} />
    </Hydrated>
  );
}
