import type { Metadata } from 'next';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { NewPlanForm } from '@/features/plan/form';
import { plansHref } from '@/features/plan/params';
import { loadSoftwareToPlan, loadSubject, prefetchSoftwareToMove } from '@/features/plan/query';
import { SoftwareToPlan } from '@/features/plan/picker/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { parseAsId } from '@/lib/page-params';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Plan a move' };

const loadParams = createLoader({ software: parseAsString, project: parseAsId });

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function NewPlanPage({ searchParams }: Props) {
  const { organizationId } = await requirePagePrincipal();
  const { software: id, project } = await loadParams(searchParams);
  const software = id === null ? null : await loadSoftwareToPlan(id);
  if (!software) await prefetchSoftwareToMove();
  return (
    <Hydrated>
      <Stack>
        <PageHeader crumbs={[{ label: 'Plans', href: plansHref() }]} title="Plan a move" />
        {software ? (
          <NewPlanForm
            subject={await loadSubject(organizationId, software.id, software)}
            projectId={project}
            today={await pageToday()}
          />
        ) : (
          <SoftwareToPlan />
        )}
      </Stack>
    </Hydrated>
  );
}
