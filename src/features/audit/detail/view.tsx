'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { SidePanel } from '@/components/ui/side-panel';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { CallerName } from '@/features/refused-upload/table';
import { cn } from '@/lib/cn';
import { useTRPC } from '@/trpc/client';
import { auditHref } from '../params';
import {
  actionWords,
  changesBetween,
  subjectName,
  type AuditEvent,
  type FieldChange,
} from '../words';

export interface AuditPanelProps {
  readonly id: string;
  readonly closeHref: string;
}

/** Shows one change: who made it, from where, and the record before and after. */
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
          ...(event.imported_at === null
            ? []
            : [
                {
                  label: 'Imported',
                  value: (
                    <span>
                      <DateTime value={event.imported_at} />, from another installation, where it
                      happened
                    </span>
                  ),
                },
              ]),
        ]}
      />
      <ChangeList changes={changesBetween(event.before, event.after)} />
    </div>
  );
}

/** Shows a record's fields before and after a change. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  const changed = changes.filter(({ isChanged }) => isChanged);
  const kept = changes.filter(({ isChanged, before }) => !isChanged && before !== null);
  return (
    <>
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">Changed</h3>
        {changed.length === 0 ? (
          <p className="text-sm text-muted">Nothing of the record is kept with this entry.</p>
        ) : (
          <Fields changes={changed} />
        )}
      </section>
      {kept.length > 0 && (
        <details>
          <summary className="text-sm text-muted">What stayed as it was</summary>
          <div className="mt-2">
            <Fields changes={kept} />
          </div>
        </details>
      )}
    </>
  );
}

function Fields({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-3">
      {changes.map(({ field, before, after, isChanged }) => (
        <div key={field} className="grid min-w-0 gap-1">
          <dt className="font-mono text-xs text-muted">{field}</dt>
          {isChanged && before !== null && <Value mark="−" word="Before" text={before} gone />}
          {after !== null && <Value mark={isChanged ? '+' : ''} word="After" text={after} />}
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  /** Distinguishes before from after without colour. */
  readonly mark: string;
  readonly word: string;
  readonly text: string;
  readonly gone?: boolean;
}

function Value({ mark, word, text, gone = false }: ValueProps) {
  return (
    <dd
      className={cn(
        'flex min-w-0 gap-2 rounded-sm px-2 py-1 font-mono text-xs',
        gone ? 'bg-danger-soft text-danger-text' : 'bg-sunken',
        mark === '+' && 'bg-accent-soft text-accent-text',
      )}
    >
      <span aria-hidden className="w-2 shrink-0 select-none">
        {mark}
      </span>
      <span className="sr-only">{word}: </span>
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{text}</span>
    </dd>
  );
}
