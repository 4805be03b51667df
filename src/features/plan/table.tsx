import type { TableColumn, TableSort } from '@/components/data-table/columns';
import { EndBadge } from '@/features/advice/table';
import { PLAN_SORTS } from '@/domain/plan/list';
import { EvidenceWord } from '@/features/names/evidence';
import { PlanContracts, PlanPlace, PlanStateBadge, Progress } from './card';
import type { PlansParams } from './params';
import type { ListedPlan } from './query';
import { dueWords, softwareWords, targetWords, whoOf } from './words';

/** Name under which the reader's columns are kept. */
export const PLANS_TABLE = 'plans';

/** Returns the order in the address as the table's sort. */
export function sortIn({ sort, dir }: PlansParams): TableSort {
  return { by: sort, direction: dir };
}

/** Turns the table's sort into changes of the address, back to the first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: PLAN_SORTS.find((known) => known === by), dir: direction, page: 1 };
}

/**
 * The list of plans. Ids of sortable columns are the sorts of `plan.list`.
 * @param today a UTC day
 */
export function planColumns(today: string): readonly TableColumn<ListedPlan>[] {
  return [
    {
      id: 'software',
      header: 'Software',
      sortable: true,
      primary: true,
      cell: (plan) => (
        <span className="wrap-anywhere whitespace-normal">{softwareWords(plan)}</span>
      ),
    },
    {
      id: 'target',
      header: 'Move to',
      widthPx: { least: 80, share: 8, most: 180 },
      cell: (plan) => <span className="wrap-anywhere whitespace-normal">{targetWords(plan)}</span>,
    },
    {
      id: 'state',
      header: 'State',
      widthPx: 116,
      cell: (plan) => <PlanStateBadge state={plan.state} />,
    },
    {
      id: 'due',
      header: 'Due',
      sortable: true,
      widthPx: { least: 150, share: 19, most: 240 },
      card: 'line',
      cell: (plan) => (
        <span className={plan.overdue ? 'whitespace-normal text-danger-text' : 'whitespace-normal'}>
          {dueWords(plan)}
        </span>
      ),
    },
    {
      id: 'left',
      header: 'Images left',
      sortable: true,
      widthPx: { least: 110, share: 12.5, most: 200 },
      card: 'line',
      cell: (plan) => <Progress plan={plan} />,
    },
    {
      id: 'end',
      header: 'End of life',
      widthPx: { least: 150, share: 16, most: 300 },
      card: 'line',
      cell: (plan) => (
        <>
          <EndBadge
            day={plan.eol_date}
            known={plan.eol_date_known}
            estimatedFrom={plan.estimated_from}
            today={today}
            show="relative"
          />
          <PlanContracts plan={plan} today={today} brief />
        </>
      ),
    },
    {
      id: 'evidence',
      header: 'Evidence',
      widthPx: 124,
      hidden: true,
      cell: (plan) => <EvidenceWord degree={plan.evidence} />,
    },
    {
      id: 'where',
      header: 'Where',
      widthPx: { least: 110, share: 10, most: 260 },
      cell: (plan) => (
        <span className="wrap-break-word whitespace-normal">
          <PlanPlace plan={plan} />
        </span>
      ),
    },
    {
      id: 'who',
      header: 'Who',
      widthPx: { least: 96, share: 10, most: 180 },
      cell: (plan) => whoOf(plan) ?? <span className="text-subtle">Nobody yet</span>,
    },
  ];
}
