import type { Metadata } from 'next';
import { Suspense } from 'react';
import { notFound } from 'next/navigation';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import { NoSuchDay } from '@/features/frame/no-such-day';
import { hrefs } from '@/features/hrefs';
import { ImageCoverage, ImageFacts } from '@/features/image/detail/card';
import { ImageHeader, ImageTabs, TabContent } from '@/features/image/detail/view';
import { PastImageView } from '@/features/image/detail/past/view';
import { loadImage, loadPastImage } from '@/features/image/query';
import { loadImagePageParams } from '@/features/image/detail/params';
import { referenceOf, SOFTWARE_NOUN } from '@/features/names/image';
import { RetiredBanner } from '@/features/retirement/detail/card';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageDay, pageToday } from '@/server/page/today';
import { callServer, Hydrated, pageQueryClient, trpc } from '@/trpc/server';

type Props = PageProps<'/images/[imageTagId]'>;

/** The day that the address asks for; null: now. */
async function dayOf({ searchParams }: Props) {
  return pageDay((await loadImagePageParams(searchParams)).as_of);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { imageTagId } = await props.params;
  const day = await dayOf(props);
  const image = day === null ? await loadImage(imageTagId) : await loadPastImage(imageTagId, day);
  if (image === 'refused') return { title: 'No such day' };
  return { title: image ? referenceOf(image) : 'No such image' };
}

export default async function ImagePage(props: Props) {
  await requirePagePrincipal();
  const { imageTagId } = await props.params;
  const address = await loadImagePageParams(props.searchParams);
  const today = await pageToday();
  const day = await dayOf(props);
  if (day !== null) {
    const past = await loadPastImage(imageTagId, day);
    if (past === null) notFound();
    if (past === 'refused') return <NoSuchDay now={hrefs.image(imageTagId)} />;
    return <PastImageView image={past} {...{ day, today }} state={address.state} />;
  }
  const image = await loadImage(imageTagId);
  if (!image) notFound();
  const { owner } = await callServer.team.ownerOf({ id: image.projectId });
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
