import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Stack } from '@/components/layout/stack';
import { PlanHeader, PlanView } from '@/features/plan/detail/view';
import { loadPlan, loadSubject } from '@/features/plan/query';
import { softwareWords } from '@/features/plan/words';
import { KeptTickets } from '@/features/ticket/card';
import { loadTicketsOn } from '@/features/ticket/query';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

type Props = PageProps<'/plans/[id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const plan = await loadPlan((await params).id);
  return { title: plan ? `Plan for ${softwareWords(plan)}` : 'No such plan' };
}

export default async function PlanPage({ params }: Props) {
  const { organizationId } = await requirePagePrincipal();
  const plan = await loadPlan((await params).id);
  if (!plan) notFound();
  const { product_name: productName, cycle, software_ids: softwareIds } = plan;
  const subject = await loadSubject(organizationId, softwareIds[0] ?? null, { productName, cycle });
  return (
    <Hydrated>
      <Stack>
        <PlanHeader plan={plan} subject={subject} />
        <PlanView plan={plan} subject={subject} today={await pageToday()} />
        <KeptTickets tickets={await loadTicketsOn(productName, cycle)} />
      </Stack>
    </Hydrated>
  );
}
