import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { prefetchFindings } from '@/features/finding/query';
import { loadFindingsParams } from '@/features/finding/params';
import { FindingsView } from '@/features/finding/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Findings' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function FindingsPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchFindings(await loadFindingsParams(searchParams));
  return (
    <Hydrated>
      <FindingsView today={await pageToday()} />
    </Hydrated>
  );
}
