import type { Metadata } from 'next';
import { Suspense } from 'react';
import { notFound } from 'next/navigation';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { hrefs } from '@/features/hrefs';
import { ImageCoverage, ImageFacts } from '@/features/image/detail/card';
import { ImageHeader, ImageTabs, TabContent } from '@/features/image/detail/view';
import { loadImage } from '@/features/image/query';
import { loadImagePageParams } from '@/features/image/detail/params';
import { referenceOf, SOFTWARE_NOUN } from '@/features/names/image';
import { RetiredBanner } from '@/features/retirement/detail/card';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { callServer, Hydrated, pageQueryClient, trpc } from '@/trpc/server';

type Props = PageProps<'/images/[imageTagId]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const image = await loadImage((await params).imageTagId);
  return { title: image ? referenceOf(image) : 'No such image' };
}

export default async function ImagePage({ params, searchParams }: Props) {
  await requirePagePrincipal();
  const image = await loadImage((await params).imageTagId);
  if (!image) notFound();
  const address = await loadImagePageParams(searchParams);
  const { owner } = await callServer.team.ownerOf({ id: image.projectId });
  const today = await pageToday();
  if (image.retiredDate)
    await pageQueryClient().prefetchQuery(trpc.retirement.ofImage.queryOptions({ id: image.id }));
  return (
    <Hydrated>
      <Stack>
        <ImageHeader image={image} today={today} />
        {image.retiredDate && (
          <RetiredBanner image={{ id: image.id, reference: referenceOf(image) }} />
        )}
        <ImageFacts image={image} owner={owner} />
        <StackedStatusBar
          counts={image.states}
          noun={SOFTWARE_NOUN}
          hrefFor={(state) => hrefs.image(image.id, { state })}
        />
        <ImageCoverage image={image} />
        <ImageTabs image={image} current={address.tab} />
        <Suspense key={address.tab} fallback={<Loading label="Loading" columns={4} />}>
          <TabContent image={image} address={address} today={today} />
        </Suspense>
      </Stack>
    </Hydrated>
  );
}
