import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PackView } from '@/features/pack/detail/view';
import { loadPack } from '@/features/pack/query';
import { titleOf } from '@/features/pack/words';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/evidence-packs/[packId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const pack = await loadPack((await params).packId);
  return { title: pack ? titleOf(pack) : 'No such evidence pack' };
}

export default async function PackPage({ params }: Props) {
  await requirePagePrincipal();
  const pack = await loadPack((await params).packId);
  if (!pack) notFound();
  return (
    <Hydrated>
      <PackView initial={pack} />
    </Hydrated>
  );
}
