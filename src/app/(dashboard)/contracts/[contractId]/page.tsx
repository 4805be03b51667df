import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ContractView } from '@/features/contract/detail/view';
import { loadContract, prefetchHistory } from '@/features/contract/query';
import { titleOf } from '@/features/contract/words';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/contracts/[contractId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const contract = await loadContract((await params).contractId);
  return { title: contract ? titleOf(contract) : 'No such contract' };
}

export default async function ContractPage({ params }: Props) {
  await requirePagePrincipal();
  const contract = await loadContract((await params).contractId);
  if (!contract) notFound();
  await prefetchHistory(contract.id);
  return (
    <Hydrated>
      <ContractView initial={contract} today={await pageToday()} />
    </Hydrated>
  );
}
