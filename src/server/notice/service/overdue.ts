import { addDays, dayOf } from '@/domain/eol/calendar';
import { projectTitle } from '@/domain/identifiers/project-name';
import { asLine, asName, itemOf } from '@/domain/message/content';
import { ownedBy } from '@/domain/message/software-key';
import { counted, dayInWords } from '@/domain/message/words';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { PlanRecord } from '@/server/plan/dto';
import { listPlans } from '@/server/plan/service/list';
import { MAX_PLANS } from '@/server/plan/service/plans';
import { findPastPlans, type PlanAsk } from '../repository/plans';
import type { Cause, NoticeDeps, Standing } from './standing';

/** Plans whose day has passed while images hold the software still. */
export const overduePlans: Cause = {
  kind: 'plan.overdue',
  find: findOverdue,
  say: ([first, ...others]) => ({
    severity: 'warning',
    title:
      first && others.length === 0
        ? `The plan to move ${first.what} is overdue`
        : `${counted(others.length + 1, 'plan')} are overdue`,
    summary: 'The day has passed by which it was planned to be moved, and images hold it still.',
    links: PLANS,
  }),
  sayOver: ([first, ...others]) => ({
    title:
      first && others.length === 0
        ? `The plan to move ${first.what} is overdue no more`
        : `${counted(others.length + 1, 'plan')} are overdue no more`,
    summary: '',
    links: PLANS,
  }),
  over: 'It is done, planned for a later day, or planned no more',
};
const PLANS = [{ label: 'All plans', path: '/plans' }];

async function findOverdue(
  { db, clock }: NoticeDeps,
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<Standing[]> {
  const past = await findPastPlans(organizationId, tx, dayOf(clock.now()));
  if (past.length === 0) return [];
  const asks = new Map(past.map((one) => [one.id, one]));
  const query = { overdue: true, sort: 'due', direction: 'asc', page: 1, size: MAX_PLANS } as const;
  const { items: plans } = await listPlans({ db, clock }, organizationId, query);
  return plans.map((plan) => ({
    ...{ subject: plan.id, state: plan.due_on },
    item: itemOn(plan, asks.get(plan.id)),
  }));
}

function itemOn(plan: PlanRecord, { owner = null, person = null }: Partial<PlanAsk> = {}) {
  const { images_left: left, images } = plan;
  const progress = `${String(left)} of ${counted(images, 'image')} ${left === 1 ? 'is' : 'are'} left ${placeOf(plan)}`;
  const { teamId, ask } = ownedBy(owner);
  return itemOf({
    // Not that of the software: a plan that is put off leaves the software where it is.
    key: `plan:${plan.id}`,
    teamId,
    ...placeIn(plan),
    what: asLine(`${plan.product_name} ${plan.cycle}`),
    detail: asLine(`Planned to be moved by ${dayInWords(plan.due_on)}: ${progress}`),
    since: addDays(plan.due_on, 1),
    moveTo: asLine(`${plan.target_product_name} ${plan.target_cycle}`),
    ask: person ? { name: asName(person.name), email: person.email } : ask,
    personIds: person ? [person.id] : [],
    path: `/plans/${plan.id}`,
  });
}

/** Of which projects a plan is. */
function placeIn({ scope, project_name: project, team_id: team, ...plan }: PlanRecord) {
  if (scope === 'project') return { project };
  const { product_name: product, cycle } = plan;
  return { software: { product, cycle, cycleId: null, owner: team ?? 'anybody' } };
}

function placeOf({ scope, project_name: project, team_name: team }: PlanRecord): string {
  if (scope === 'project') return `in the project ${projectTitle(project ?? '').title}`;
  return scope === 'team' ? `with ${team ?? ''}` : 'everywhere';
}
