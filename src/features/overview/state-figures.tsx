'use client';

import { useQuery } from '@tanstack/react-query';
import { STATUS_LABELS, STATUSES, type Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { FigureLink, FigureRow } from '@/components/ui/figure-link';
import { CallFailure } from '@/features/frame/call-failure';
import { softwareListHref } from '@/features/software/search-params';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

/** How much software is in each state, and what a month has changed. */
export function StateFigures() {
  const states = useQuery(useTRPC().overview.states.queryOptions());
  if (states.error) return <CallFailure title="The counts could not be loaded." query={states} />;
  const { now, then, since } = states.data ?? {};
  return (
    <FigureRow>
      {STATUSES.map((status) => (
        <FigureLink
          key={status}
          value={now?.[status] ?? 0}
          label={status === 'ended' ? 'Software ended' : STATUS_LABELS[status]}
          mark={<StatusMark status={status} />}
          href={stateHref(status)}
          detail={
            now && then && since
              ? changeSince((now[status] ?? 0) - (then[status] ?? 0), since)
              : ' '
          }
        />
      ))}
    </FigureRow>
  );
}

/** The list of a state; of what has ended the latest first, so that what is new is on top. */
function stateHref(status: Status): string {
  return softwareListHref({ state: status, ...(status === 'ended' ? { dir: 'desc' } : {}) });
}

function changeSince(change: number, since: string): string {
  const day = formatDay(since);
  if (change === 0) return `As many as on ${day}`;
  const sign = change > 0 ? '+' : '\u2212';
  return `${sign}${formatCount(Math.abs(change))} since ${day}`;
}
