import type { Metadata } from 'next';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { NewContractForm } from '@/features/contract/form/form';
import { contractsHref } from '@/features/contract/params';
import { prefetchChoices } from '@/features/contract/query';
import { parseAsId } from '@/lib/page-params';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Enter a contract' };

const loadParams = createLoader({
  product: parseAsString,
  cycle: parseAsString,
  project: parseAsId,
});

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function NewContractPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const known = await loadParams(searchParams);
  await prefetchChoices();
  return (
    <Hydrated>
      <Stack>
        <PageHeader
          crumbs={[{ label: 'Contracts', href: contractsHref() }]}
          title="Enter a contract"
          description="From its first day on, what it covers counts as supported where it says, and nowhere else."
        />
        <NewContractForm known={known} today={await pageToday()} />
      </Stack>
    </Hydrated>
  );
}
