import { Suspense } from 'react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { Holders, SoftwareHeader } from '@/features/software/detail/view';
import { LifecycleSection } from '@/features/software/detail/lifecycle/view';
import { loadSoftware } from '@/features/software/query';
import { NoteSection } from '@/features/software/detail/actions';
import { PolicySection, SoftwareFacts } from '@/features/software/detail/card';
import { loadSoftwarePageParams } from '@/features/software/detail/params';
import { HeldWaivers } from '@/features/waiver/held/card';
import { PlannedMoves } from '@/features/plan/move/card';
import { loadPlansFor } from '@/features/plan/query';
import { KeptTickets } from '@/features/ticket/card';
import { loadTicketsOn } from '@/features/ticket/query';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/software/[softwareId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const software = await loadSoftware((await params).softwareId);
  return { title: software ? `${software.productName} ${software.cycle}` : 'No such software' };
}

export default async function SoftwareDetailPage({ params, searchParams }: Props) {
  await requirePagePrincipal();
  const software = await loadSoftware((await params).softwareId);
  if (!software) notFound();
  const address = await loadSoftwarePageParams(searchParams);
  const today = await pageToday();
  return (
    <Hydrated>
      <Stack>
        <SoftwareHeader software={software} />
        <SoftwareFacts software={software} today={today} />
        <PlannedMoves plans={await loadPlansFor(software)} />
        <KeptTickets tickets={await loadTicketsOn(software.productName, software.cycle)} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <PolicySection software={software} />
          <NoteSection software={software} />
        </div>
        <HeldWaivers software={{ product: software.productName, cycle: software.cycle }} />
        <LifecycleSection software={software} today={today} />
        <Suspense key={address.view} fallback={<Loading label="Loading" columns={4} />}>
          <Holders software={software} address={address} />
        </Suspense>
      </Stack>
    </Hydrated>
  );
}
