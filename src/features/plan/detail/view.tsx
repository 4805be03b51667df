import { PageHeader } from '@/components/layout/page-header';
import { DateTime } from '@/components/status/date-time';
import { Breakable } from '@/components/ui/breakable';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { EndBadge } from '@/features/advice/table';
import { EvidenceWord } from '@/features/names/evidence';
import { formatDay } from '@/lib/dates';
import { PlanContracts, PlanPlace, PlanStateBadge, Progress } from '../card';
import { plansHref } from '../params';
import type { PlanDetail } from '../query';
import type { PlanSubject } from '../types';
import { dueWords, imagesLeftHref, softwareWords, targetWords, whoOf } from '../words';
import { PlanActions } from './actions';
import { BurnDownChart } from './chart';
import { Brings } from './table';

interface PlanViewProps {
  plan: PlanDetail;
  subject: PlanSubject;
  /** A UTC day. */
  today: string;
}

/** Names what is moved where, with what may be done. */
export function PlanHeader({ plan, subject }: Omit<PlanViewProps, 'today'>) {
  return (
    <PageHeader
      crumbs={[{ label: 'Plans', href: plansHref() }]}
      title={`${softwareWords(plan)} to ${targetWords(plan)}`}
      aside={<PlanStateBadge state={plan.state} />}
      actions={<PlanActions plan={plan} subject={subject} />}
    />
  );
}

/** Shows by when, who, how far it is, and what the move brings. */
export function PlanView({ plan, subject, today }: PlanViewProps) {
  return (
    <>
      {plan.found_again_at !== null && (
        <p className="rounded-md border border-l-2 border-l-danger-text bg-surface px-4 py-3 text-sm">
          No image held it any more. Since <DateTime value={plan.found_again_at} /> one does again.
        </p>
      )}
      <Facts plan={plan} today={today} />
      <Card title="Images left" description="As scans found, by day since the plan was made">
        <div className="grid gap-3">
          <Progress plan={plan} />
          <BurnDownChart plan={plan} />
        </div>
      </Card>
      <Brings targets={subject.targets} productName={plan.product_name} today={today} />
    </>
  );
}

function Facts({ plan, today }: Omit<PlanViewProps, 'subject'>) {
  return (
    <section
      aria-label="Facts"
      className="grid gap-x-10 gap-y-2 rounded-md border bg-surface px-4 py-3 lg:grid-cols-2"
    >
      <FactList
        className="content-start"
        facts={[
          {
            label: 'By when',
            value: (
              <span className={plan.overdue ? 'text-danger-text' : undefined}>
                {dueWords(plan)}
              </span>
            ),
          },
          { label: 'Where', value: <PlanPlace plan={plan} /> },
          { label: 'Who', value: whoOf(plan) ?? <Nobody /> },
          { label: 'Images left', value: <Left plan={plan} /> },
        ]}
      />
      <FactList
        className="content-start"
        facts={[
          {
            label: 'End of life',
            value: (
              <>
                <EndBadge
                  day={plan.eol_date}
                  known={plan.eol_date_known}
                  estimatedFrom={plan.estimated_from}
                  today={today}
                />
                <PlanContracts plan={plan} today={today} />
              </>
            ),
          },
          { label: 'Evidence', value: <EvidenceWord degree={plan.evidence} /> },
          {
            label: 'Ticket',
            value:
              plan.ticket === null ? (
                <span className="text-subtle">None</span>
              ) : (
                <TextLink href={plan.ticket} external className="wrap-anywhere">
                  <Breakable text={plan.ticket} />
                </TextLink>
              ),
          },
          {
            label: 'Planned',
            value: `${formatDay(plan.created_at.slice(0, 10))} by ${plan.created_by.name}`,
          },
          ...(plan.started_at === null
            ? []
            : [
                {
                  label: 'Begun',
                  value: `${formatDay(plan.started_at.slice(0, 10))}, says ${plan.started_by ?? ''}`,
                },
              ]),
          ...(plan.note === null
            ? []
            : [
                {
                  label: 'Note',
                  value: <span className="wrap-anywhere whitespace-pre-wrap">{plan.note}</span>,
                },
              ]),
        ]}
      />
    </section>
  );
}

function Left({ plan }: { plan: PlanDetail }) {
  const { images, images_left: left } = plan;
  if (left === 0) return '0';
  const words = `${String(left)} of ${String(images)}`;
  const href = imagesLeftHref(plan);
  return href === null ? words : <TextLink href={href}>{words}</TextLink>;
}

function Nobody() {
  return <span className="text-subtle">Nobody yet</span>;
}
