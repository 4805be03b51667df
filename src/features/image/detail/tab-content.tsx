import type { Day } from '@/domain/eol/calendar';
import { callServer, Hydrated, pageQueryClient, trpc } from '@/trpc/server';
import { toPackagesQuery, toScansQuery, type ImagePageParams } from '../image-page-params';
import type { ImageDetail } from '../image-types';
import { HistoryTab } from './history-tab';
import { PackagesTab } from './packages-tab';
import { SoftwareTab } from './software-tab';

export interface TabContentProps {
  image: ImageDetail;
  address: ImagePageParams;
  today: Day;
}

/** What the chosen tab shows, with its first view read on the server. */
export async function TabContent({ image, address, today }: TabContentProps) {
  const imageTagId = image.id;
  const queries = pageQueryClient();
  switch (address.tab) {
    case 'software': {
      const findings = await callServer.image.findings({ imageTagId });
      return (
        <SoftwareTab
          imageTagId={imageTagId}
          findings={findings}
          today={today}
          state={address.state}
        />
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
      await queries.prefetchQuery(trpc.image.scans.queryOptions(toScansQuery(imageTagId, address)));
      return (
        <Hydrated>
          <HistoryTab imageTagId={imageTagId} projectName={image.projectName} />
        </Hydrated>
      );
  }
}
