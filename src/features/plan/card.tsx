import { Link } from '@/components/ui/link';
import { ArrowRight, TicketCheck, UserRound } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { ContractMark } from '@/features/names/contract';
import { ProjectName } from '@/features/names/project';
import { cn } from '@/lib/cn';
import type { ListedPlan } from './query';
import { dueWords, leftWords, softwareWords, STATE_WORDS, targetWords, whoOf } from './words';

const TONES = {
  planned: 'outline',
  under_way: 'accent',
  done: 'neutral',
  found_again: 'danger',
} as const;

/** Shows where a plan stands. */
export function PlanStateBadge({ state }: Pick<ListedPlan, 'state'>) {
  return <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>;
}

/** Shows how many of the images gave the software up, as a bar with its words. */
export function Progress({ plan, className }: { plan: ListedPlan; className?: string }) {
  const { images, images_left: left } = plan;
  const done = images === 0 ? 100 : Math.round(((images - left) / images) * 100);
  return (
    <span className={cn('grid min-w-0 gap-1', className)}>
      <span aria-hidden data-print="exact" className="h-1.5 rounded-sm bg-active">
        <span className="block h-full rounded-sm bg-accent" style={{ width: `${String(done)}%` }} />
      </span>
      <span className="text-xs whitespace-normal text-muted">{leftWords(plan)}</span>
    </span>
  );
}

export interface PlanContractsProps {
  plan: ListedPlan;
  /** A UTC day. */
  today: string;
  /** The end upstream stands beside it. */
  brief?: boolean;
}

/** Marks each contract by which some of a plan's software is supported where the plan is. */
export function PlanContracts({ plan, today, brief = false }: PlanContractsProps) {
  const { eol_date: upstreamDate, eol_date_known: upstreamDateKnown } = plan;
  return plan.contracts.map(({ contract_id: contractId, ends_on: until, ...contract }) => (
    <ContractMark
      key={contractId}
      contract={{ ...contract, contractId, until, upstreamDate, upstreamDateKnown }}
      today={today}
      brief={brief}
      className="pb-1"
    />
  ));
}

/** Names where a plan moves the software: a project, a team's projects, or everywhere. */
export function PlanPlace({ plan }: { plan: ListedPlan }) {
  const { project_name: project, team_name: team } = plan;
  if (project !== null) return <ProjectName name={project} />;
  return team === null ? 'Everywhere' : `Projects of ${team}`;
}

/** A plan on the board. */
export function PlanCard({ plan }: { plan: ListedPlan }) {
  return (
    <li className="grid min-w-0 gap-2 rounded-md border bg-surface p-3 text-sm">
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <Link
          href={hrefs.plan(plan.id)}
          prefetch={false}
          className="min-w-0 rounded-sm font-medium wrap-break-word hover:text-accent-text"
        >
          {softwareWords(plan)}
        </Link>
        <PlanStateBadge state={plan.state} />
      </div>
      <span className="flex min-w-0 items-center gap-1.5">
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-subtle" />
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only">Move to </span>
          {targetWords(plan)}
        </span>
      </span>
      <Progress plan={plan} />
      <span className={cn('text-xs', plan.overdue ? 'text-danger-text' : 'text-muted')}>
        {dueWords(plan)}
      </span>
      <span className="min-w-0 truncate text-xs text-muted">
        <PlanPlace plan={plan} />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <span className="inline-flex min-w-0 items-center gap-1">
          <UserRound aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{whoOf(plan) ?? 'Nobody yet'}</span>
        </span>
        {plan.ticket !== null && (
          <TextLink href={plan.ticket} external className="inline-flex items-center gap-1">
            <TicketCheck aria-hidden className="size-3.5" />
            Ticket<span className="sr-only"> of {softwareWords(plan)}</span>
          </TextLink>
        )}
      </span>
    </li>
  );
}
