import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { ImagesView } from '@/features/image/view';
import { prefetchImages } from '@/features/image/query';
import { loadImagesParams } from '@/features/image/params';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Images' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function ImagesPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchImages(await loadImagesParams(searchParams));
  return (
    <Hydrated>
      <ImagesView today={await pageToday()} />
    </Hydrated>
  );
}
