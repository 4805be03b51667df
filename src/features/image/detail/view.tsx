import { Link } from '@/components/ui/link';
import { hrefs } from '@/features/hrefs';
import { PageHeader } from '@/components/layout/page-header';
import { Breakable } from '@/components/ui/breakable';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { LinkTabs } from '@/components/ui/link-tabs';
import type { Day } from '@/domain/eol/calendar';
import { projectTitle } from '@/domain/identifiers/project-name';
import { Subscribe } from '@/features/feed/dialog';
import { LookBack } from '@/features/frame/as-of';
import { KindMark, referenceOf } from '@/features/names/image';
import { PlannedMoves } from '@/features/plan/move/card';
import { loadPlansForImage } from '@/features/plan/query';
import { loadPolicySentences } from '@/features/policy/sentence/query';
import { RetireImage } from '@/features/retirement/detail/actions';
import { callServer, Hydrated, pageQueryClient, trpc } from '@/trpc/server';
import { imagesHref } from '../params';
import type { ImageDetail } from '../query';
import { DownloadSbom, RemoveImage } from './actions';
import { SoftwareTab } from './findings/view';
import { firstJudged, groupFindings } from './findings/words';
import { HistoryTab } from './history/view';
import { JudgedPackages } from './judged/card';
import { PackagesTab } from './packages/view';
import {
  imageHref,
  type ImageTab,
  toPackagesQuery,
  toScansQuery,
  type ImagePageParams,
} from './params';

/** Shows an image's full reference, never shortened. */
export function ImageHeader({ image, today }: { image: ImageDetail; today: Day }) {
  const reference = referenceOf(image);
  const { title } = projectTitle(image.projectName);
  return (
    <PageHeader
      crumbs={[
        { label: 'Images', href: imagesHref() },
        { label: title, href: hrefs.project(image.projectId) },
      ]}
      title={
        <span className="flex min-w-0 items-start gap-2">
          <span className="flex h-7 shrink-0 items-center">
            <KindMark kind={image.kind} />
          </span>
          <span className="min-w-0">
            <Breakable text={reference} />
          </span>
        </span>
      }
      aside={<CopyButton value={reference} label="Copy the name" />}
      actions={
        <>
          {!image.retiredDate && image.running === 0 && (
            <RetireImage image={{ id: image.id, reference }} />
          )}
          <Subscribe
            target={{ scope: 'image', subject: image.id, name: reference }}
            today={today}
          />
          <LookBack now={imageHref(image.id)} today={today} day={null} />
          <DownloadSbom imageTagId={image.id} />
          <Button asChild>
            <Link href={hrefs.compareImages({ from: image.id })}>Compare</Link>
          </Button>
          <RemoveImage image={image} />
        </>
      }
    />
  );
}

/** Links the views of one image. */
export function ImageTabs({ image, current }: { image: ImageDetail; current: ImageTab }) {
  const { id, states, componentCount } = image;
  const software = Object.values(states).reduce((sum, count) => sum + count, 0);
  return (
    <LinkTabs
      label="Views of this image"
      current={current}
      tabs={[
        { id: 'software', label: 'Software', count: software, href: imageHref(id) },
        {
          id: 'packages',
          label: 'Packages',
          count: componentCount,
          href: imageHref(id, { tab: 'packages' }),
        },
        { id: 'history', label: 'History', href: imageHref(id, { tab: 'history' }) },
      ]}
    />
  );
}

export interface TabContentProps {
  image: ImageDetail;
  address: ImagePageParams;
  today: Day;
}

/** Shows the chosen tab, with its first page read on the server. */
export async function TabContent({ image, address, today }: TabContentProps) {
  const imageTagId = image.id;
  const queries = pageQueryClient();
  switch (address.tab) {
    case 'software': {
      const [findings, plans, sentences] = await Promise.all([
        callServer.image.findings({ imageTagId }),
        loadPlansForImage(imageTagId),
        loadPolicySentences(),
      ]);
      const { state } = address;
      const listed = groupFindings(findings, today, state).flatMap((group) => group.findings);
      const judged = firstJudged(listed, image.judgedPackages?.packages ?? []);
      return (
        <div className="grid min-w-0 grid-cols-1 gap-6 print:block print:space-y-6">
          <PlannedMoves plans={plans} isForMany />
          <JudgedPackages image={image} judged={judged} sentences={sentences} />
          <SoftwareTab {...{ image, findings, sentences, judged, today, state }} />
        </div>
      );
    }
    case 'packages':
      await Promise.all([
        queries.prefetchQuery(trpc.image.findings.queryOptions({ imageTagId })),
        queries.prefetchQuery(
          trpc.image.components.queryOptions(toPackagesQuery(imageTagId, address)),
        ),
      ]);
      return (
        <Hydrated>
          <PackagesTab imageTagId={imageTagId} today={today} />
        </Hydrated>
      );
    case 'history':
      await Promise.all([
        queries.prefetchQuery(trpc.image.scans.queryOptions(toScansQuery(imageTagId, address))),
        queries.prefetchQuery(trpc.retirement.ofImage.queryOptions({ id: imageTagId })),
      ]);
      return (
        <Hydrated>
          <HistoryTab
            {...{ imageTagId }}
            projectName={image.projectName}
            firstScanDate={image.firstScanDate}
          />
        </Hydrated>
      );
  }
}
