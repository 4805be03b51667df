import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Badge } from '@/components/ui/badge';
import { LookBack } from '@/features/frame/as-of';
import { PlanMove } from '@/features/plan/move/card';
import { LinkTabs } from '@/components/ui/link-tabs';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';
import { softwareListHref } from '../params';
import type { SoftwareDetail } from '../query';
import { softwareHref, toHoldersQuery, toProjectsQuery, type SoftwarePageParams } from './params';
import { HoldingImages, HoldingProjects } from './table';

/** Names the release cycle and its product. */
export function SoftwareHeader({ software, today }: { software: SoftwareDetail; today: string }) {
  const { productName, cycle, artifactType, lts } = software;
  return (
    <PageHeader
      crumbs={[
        { label: 'Software', href: softwareListHref() },
        { label: productName, href: softwareListHref({ product: productName }) },
      ]}
      title={`${productName} ${cycle}`}
      aside={
        <span className="flex shrink-0 items-center gap-1.5">
          <Badge>{artifactType}</Badge>
          {lts && <Badge tone="outline">LTS</Badge>}
        </span>
      }
      actions={
        <>
          <LookBack now={softwareHref(software.id)} today={today} day={null} />
          <PlanMove softwareId={software.id} isHeld={software.images > 0} />
        </>
      }
    />
  );
}

export interface HoldersProps {
  software: Pick<SoftwareDetail, 'id' | 'images' | 'projects'>;
  address: SoftwarePageParams;
}

/** Lists the images that hold the software, or held it on the day of the address, or their projects, with the first page read on the server. */
export async function Holders({ software, address }: HoldersProps) {
  const { id, images, projects } = software;
  const asOf = address.as_of;
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
            {
              id: 'images',
              label: 'Images',
              count: images,
              href: softwareHref(id, { as_of: asOf }),
            },
            {
              id: 'projects',
              label: 'Projects',
              count: projects,
              href: softwareHref(id, { view: 'projects', as_of: asOf }),
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
