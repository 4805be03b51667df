import { parseDay } from '@/domain/eol/calendar';
import { isTicketLink } from '@/domain/plan/plan';
import { whoValue, type PlanFaults, type PlanValues } from './fields';
import type { PlanDetail } from './query';
import type { PlanSubject } from './types';

/** The form of a new plan: to where the advice says, with nobody and no day yet. */
export function newValues({ productName, advised }: PlanSubject): PlanValues {
  return {
    ...{ targetProduct: productName, targetCycle: advised ?? '', dueOn: '', owner: 'nobody' },
    ...{ ticket: '', note: '', started: false },
  };
}

/** The form of a plan that there is. */
export function valuesOf(plan: PlanDetail): PlanValues {
  return {
    targetProduct: plan.target_product_name,
    targetCycle: plan.target_cycle,
    dueOn: plan.due_on,
    owner: whoIn(plan),
    ticket: plan.ticket ?? '',
    note: plan.note ?? '',
    started: plan.started_at !== null,
  };
}

function whoIn({ owner, owner_team: team }: PlanDetail): string {
  if (team !== null) return whoValue('team', team.id);
  return owner === null ? 'nobody' : whoValue('person', owner.id);
}

function idIn(chosen: string, kind: 'person' | 'team'): string | null {
  const prefix = whoValue(kind, '');
  return chosen.startsWith(prefix) ? chosen.slice(prefix.length) : null;
}

/** Finds what is missing or cannot be, by field. */
export function faultsIn({ targetCycle, dueOn, ticket }: PlanValues): PlanFaults {
  return {
    ...(targetCycle.trim() === '' && { targetCycle: 'Say where to move.' }),
    ...(parseDay(dueOn) === null && { dueOn: 'Enter a day.' }),
    ...(ticket.trim() !== '' &&
      !isTicketLink(ticket.trim()) && { ticket: 'Enter an address that begins with https://.' }),
  };
}

/** The terms of a plan as the API takes them. */
export function toTerms(values: PlanValues) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    target_product_name: orNull(values.targetProduct),
    target_cycle: values.targetCycle.trim(),
    due_on: values.dueOn,
    owner_id: idIn(values.owner, 'person'),
    owner_team_id: idIn(values.owner, 'team'),
    ticket: orNull(values.ticket),
    note: orNull(values.note),
    started: values.started,
  };
}
