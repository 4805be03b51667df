'use client';

import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import type { Day } from '@/domain/eol/calendar';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { WaiverStateBadge } from '../card';
import type { WaiverDetail } from '../types';
import { softwareOf, whereOf } from '../words';
import { WaiverActions } from './actions';
import { WaiverCourse, WaiverTerms } from './card';

export interface WaiverViewProps {
  /** As it was when the page was made. */
  readonly initial: WaiverDetail;
  readonly today: Day;
}

/** Shows one waiver: what it says, what became of it, and what the reader may do. */
export function WaiverView({ initial, today }: WaiverViewProps) {
  const query = useQuery({
    ...useTRPC().waiver.get.queryOptions({ id: initial.id }),
    initialData: initial,
  });
  if (query.error) return <CallFailure title="The waiver could not be loaded." query={query} />;
  const waiver = query.data;
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Waivers', href: hrefs.waivers() }]}
        title={softwareOf(waiver)}
        aside={<WaiverStateBadge state={waiver.state} />}
        description={`${waiver.state === 'granted' ? 'Waived where' : 'Where'} it is found: ${whereOf(waiver)}`}
        actions={<WaiverActions waiver={waiver} today={today} />}
      />
      {waiver.not_decided_by_caller !== null && (
        <p className="text-sm text-muted">{waiver.not_decided_by_caller}.</p>
      )}
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <WaiverTerms waiver={waiver} today={today} />
        <WaiverCourse history={waiver.history} />
      </div>
    </Stack>
  );
}
