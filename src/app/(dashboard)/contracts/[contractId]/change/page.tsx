import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { ChangeContractForm } from '@/features/contract/form/form';
import { contractsHref } from '@/features/contract/params';
import { loadContract, prefetchChoices } from '@/features/contract/query';
import { titleOf } from '@/features/contract/words';
import { hrefs } from '@/features/hrefs';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Change a contract' };

type Props = PageProps<'/contracts/[contractId]/change'>;

export default async function ChangeContractPage({ params }: Props) {
  await requirePagePrincipal();
  const contract = await loadContract((await params).contractId);
  if (!contract) notFound();
  await prefetchChoices();
  return (
    <Hydrated>
      <Stack>
        <PageHeader
          crumbs={[
            { label: 'Contracts', href: contractsHref() },
            { label: titleOf(contract), href: hrefs.contract(contract.id) },
          ]}
          title="Change the contract"
          description="What it covers follows at once, also in the past where its first day moves."
        />
        <ChangeContractForm contract={contract} />
      </Stack>
    </Hydrated>
  );
}
