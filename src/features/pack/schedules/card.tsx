'use client';

import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { PERIOD_WORDS } from '@/domain/pack/schedule';
import { TEMPLATE_TITLES } from '@/domain/pack/templates';
import type { Schedule } from '@/features/pack/types';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import { AddSchedule, ScheduleActions } from './actions';

/** Shows which packs are made by themselves, and lets those who may make packs change that. */
export function SchedulesCard() {
  const schedules = useQuery(useTRPC().pack.schedules.queryOptions({}));
  const mayMake = useMay('pack:write');
  const { data } = schedules;
  if (schedules.error) {
    return <CallFailure title="The schedules could not be loaded." query={schedules} />;
  }
  if (!data) return null;
  const taken = new Set(data.map(({ template }) => template));
  return (
    <Card
      flush={data.length > 0}
      title="Scheduled packs"
      description="On the first day of each month or quarter; admins are told"
      actions={mayMake && <AddSchedule taken={taken} />}
    >
      {data.length === 0 ? (
        <p className="text-sm text-muted">No packs are scheduled.</p>
      ) : (
        <ul className="divide-y">
          {data.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} mayChange={mayMake} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ScheduleRow({ schedule, mayChange }: { schedule: Schedule; mayChange: boolean }) {
  const { template, period, next_on: nextOn, last_pack: last } = schedule;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
      <span className="min-w-0 grow wrap-anywhere">
        <span className="font-medium">{TEMPLATE_TITLES[template]}</span>
        <span className="block text-muted">
          {PERIOD_WORDS[period]}, {nextOn === null ? 'paused' : `next on ${formatDay(nextOn)}`}
          {last && (
            <>
              {' · '}
              last <TextLink href={hrefs.pack(last.id)}>pack {last.number}</TextLink> of{' '}
              {formatDay(last.as_of)}
            </>
          )}
        </span>
      </span>
      {mayChange && <ScheduleActions schedule={schedule} />}
    </li>
  );
}
