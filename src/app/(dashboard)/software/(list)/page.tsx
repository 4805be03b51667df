import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { prefetchSoftware } from '@/features/software/query';
import { loadSoftwareParams } from '@/features/software/params';
import { SoftwareView } from '@/features/software/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Software' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function SoftwarePage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchSoftware(await loadSoftwareParams(searchParams));
  return (
    <Hydrated>
      <SoftwareView today={await pageToday()} />
    </Hydrated>
  );
}
