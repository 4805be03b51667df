'use client';

import { useQuery } from '@tanstack/react-query';
import { SectionHead } from '@/components/layout/section-head';
import { FigureLink, FigureRow } from '@/components/ui/figure-link';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import { plansHref } from '../params';

/**
 * Counts the plans of an owner, or all, that are under way, late or broken; nothing while there is none.
 * @param props.owner as the address has it
 */
export function PlanCounts({ owner }: { owner: string | null }) {
  const counts = useQuery(useTRPC().plan.counts.queryOptions({ owner }));
  if (counts.error) return <CallFailure title="The plans could not be loaded." query={counts} />;
  if (!counts.data) return null;
  const { planned, under_way: underWay, done, found_again: foundAgain, overdue } = counts.data;
  if (planned + underWay + done + foundAgain === 0) return null;
  return (
    <section aria-labelledby="plan-counts" className="grid min-w-0 content-start gap-2">
      <SectionHead
        id="plan-counts"
        title="Plans"
        href={plansHref({ owner })}
        linkText="All plans"
      />
      <FigureRow>
        <FigureLink value={overdue} label="Overdue" href={plansHref({ owner, overdue: true })} />
        <FigureLink
          value={underWay}
          label="Under way"
          href={plansHref({ owner, state: 'under_way' })}
        />
        <FigureLink
          value={foundAgain}
          label="Found again"
          href={plansHref({ owner, state: 'found_again' })}
        />
      </FigureRow>
    </section>
  );
}
