import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { WaiverView } from '@/features/waiver/detail/view';
import { loadWaiver } from '@/features/waiver/query';
import { softwareOf } from '@/features/waiver/words';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';

type Props = PageProps<'/waivers/[waiverId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const waiver = await loadWaiver((await params).waiverId);
  return { title: waiver ? `Waiver of ${softwareOf(waiver)}` : 'No such waiver' };
}

export default async function WaiverPage({ params }: Props) {
  await requirePagePrincipal();
  const waiver = await loadWaiver((await params).waiverId);
  if (!waiver) notFound();
  return <WaiverView initial={waiver} today={await pageToday()} />;
}
