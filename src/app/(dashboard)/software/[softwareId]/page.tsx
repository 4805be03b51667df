import { Suspense } from 'react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { NoSuchDay } from '@/features/frame/no-such-day';
import { hrefs } from '@/features/hrefs';
import { PastSoftwareView } from '@/features/software/detail/past/view';
import { Holders, SoftwareHeader } from '@/features/software/detail/view';
import { LifecycleSection } from '@/features/software/detail/lifecycle/view';
import { loadPastSoftware, loadSoftware } from '@/features/software/query';
import { NoteSection } from '@/features/software/detail/actions';
import { PolicySection, SoftwareFacts } from '@/features/software/detail/card';
import { loadSoftwarePageParams } from '@/features/software/detail/params';
import { HeldWaivers } from '@/features/waiver/held/card';
import { PlannedMoves } from '@/features/plan/move/card';
import { loadPlansFor } from '@/features/plan/query';
import { KeptTickets } from '@/features/ticket/card';
import { loadTicketsOn } from '@/features/ticket/query';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageDay, pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/software/[softwareId]'>;

/** The day that the address asks for; null: now. */
async function dayOf({ searchParams }: Props) {
  return pageDay((await loadSoftwarePageParams(searchParams)).as_of);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { softwareId } = await props.params;
  const day = await dayOf(props);
  const software =
    day === null ? await loadSoftware(softwareId) : await loadPastSoftware(softwareId, day);
  if (software === 'refused') return { title: 'No such day' };
  return { title: software ? `${software.productName} ${software.cycle}` : 'No such software' };
}

export default async function SoftwareDetailPage(props: Props) {
  await requirePagePrincipal();
  const { softwareId } = await props.params;
  const address = await loadSoftwarePageParams(props.searchParams);
  const today = await pageToday();
  const day = await dayOf(props);
  if (day !== null) {
    const past = await loadPastSoftware(softwareId, day);
    if (past === null) notFound();
    if (past === 'refused') return <NoSuchDay now={hrefs.software(softwareId)} />;
    return <PastSoftwareView software={past} {...{ day, today, address }} />;
  }
  const software = await loadSoftware(softwareId);
  if (!software) notFound();
  return (
    <Hydrated>
      <Stack>
        <SoftwareHeader software={software} today={today} />
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
