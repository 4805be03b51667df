import { Stack } from '@/components/layout/stack';
import { LinkTabs } from '@/components/ui/link-tabs';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';
import {
  softwareHref,
  toHoldersQuery,
  toProjectsQuery,
  type SoftwarePageParams,
} from '../software-page-params';
import type { SoftwareDetail } from '../software-types';
import { HoldingImages } from './holding-images';
import { HoldingProjects } from './holding-projects';

export interface HoldersProps {
  software: SoftwareDetail;
  address: SoftwarePageParams;
}

/** Where it runs: the images that hold it, or their projects, with the first page read on the server. */
export async function Holders({ software, address }: HoldersProps) {
  const { id, images, projects } = software;
  const queries = pageQueryClient();
  if (address.view === 'images') {
    await queries.prefetchQuery(
      trpc.image.listForDashboard.queryOptions(toHoldersQuery(id, address)),
    );
  } else {
    await queries.prefetchQuery(trpc.software.projects.queryOptions(toProjectsQuery(id, address)));
  }
  return (
    <section aria-label="Where it runs">
      <Stack>
        <LinkTabs
          label="Where it runs"
          current={address.view}
          tabs={[
            { id: 'images', label: 'Images', count: images, href: softwareHref(id) },
            {
              id: 'projects',
              label: 'Projects',
              count: projects,
              href: softwareHref(id, { view: 'projects' }),
            },
          ]}
        />
        <Hydrated>
          {address.view === 'images' ? (
            <HoldingImages softwareId={id} />
          ) : (
            <HoldingProjects softwareId={id} />
          )}
        </Hydrated>
      </Stack>
    </section>
  );
}
