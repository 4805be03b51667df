'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { SidePanel } from '@/components/ui/side-panel';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { CallerName } from '@/features/refused-upload/columns';
import { useTRPC } from '@/trpc/client';
import { actionWords } from './action-words';
import { ChangeList } from './change-list';
import { changesBetween } from './changes';
import { auditHref } from './search-params';
import { subjectName, type AuditEvent } from './subject-name';

export interface AuditPanelProps {
  readonly id: string;
  readonly closeHref: string;
}

/** One change: who made it, from where, and the record before and after. */
export function AuditPanel({ id, closeHref }: AuditPanelProps) {
  const event = useQuery(useTRPC().audit.get.queryOptions({ id }));
  return (
    <SidePanel
      title={event.data ? actionWords(event.data.action) : 'Change'}
      subtitle={event.data && subjectName(event.data)}
      closeHref={closeHref}
    >
      {event.error && <CallFailure title="This entry could not be loaded." query={event} />}
      {event.isPending && <Loading label="Loading" rows={5} columns={2} />}
      {event.data && <Content event={event.data} />}
    </SidePanel>
  );
}

function Content({ event }: { event: AuditEvent }) {
  const { actor_id: actorId, actor_name: actorName, action } = event;
  return (
    <div className="grid gap-5">
      <FactList
        facts={[
          { label: 'When', value: <DateTime value={event.at} /> },
          {
            label: 'Who',
            value: (
              <span className="grid justify-items-start gap-0.5">
                <CallerName kind={event.actor_kind} name={actorName} />
                <TextLink href={auditHref({ actor: actorId })} className="text-xs">
                  All changes by them
                </TextLink>
              </span>
            ),
          },
          { label: 'From', value: event.remote_address || 'The server itself' },
          {
            label: 'Action',
            value: (
              <TextLink href={auditHref({ action })} className="font-mono text-xs">
                {action}
              </TextLink>
            ),
          },
          { label: 'Id', value: <CopyText value={event.subject_id} what="id" /> },
          { label: 'Request', value: <CopyText value={event.request_id} what="request id" /> },
        ]}
      />
      <ChangeList changes={changesBetween(event.before, event.after)} />
    </div>
  );
}
