import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadContractsParams } from '@/features/contract/params';
import { prefetchContracts } from '@/features/contract/query';
import { ContractsView } from '@/features/contract/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Contracts' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function ContractsPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchContracts(await loadContractsParams(searchParams));
  return (
    <Hydrated>
      <ContractsView today={await pageToday()} />
    </Hydrated>
  );
}
