import { NIL, v7 as uuidv7 } from 'uuid';
import { conflict, notFound } from '@/domain/errors';
import { dayOf } from '@/domain/eol/calendar';
import { asLine, type MessageContent } from '@/domain/message/content';
import { nextDue, type PackPeriod } from '@/domain/pack/schedule';
import { TEMPLATE_TITLES, type TemplateName } from '@/domain/pack/templates';
import { recordAudit, recordOwnAudit } from '@/server/audit/service';
import { sendMessage } from '@/server/message/service';
import { requireLockedOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { templateOf, toScheduleRecord } from '../dto';
import {
  findDueSchedules,
  findSchedule,
  findSchedules,
  insertSchedule,
  moveOn,
  removeSchedule,
  type ScheduleRow,
  updateSchedule,
} from '../repository/schedules';
import { freezePack, type MadePack } from './packs';

/** As packs that a schedule makes and their audit entries name who did. */
const BY_ITSELF = { kind: 'server', id: NIL, name: 'Eventide' } as const;

const SUBJECT = 'pack_schedule';

type ReadDeps = Pick<Deps, 'db'>;
type WriteDeps = Pick<Deps, 'db' | 'clock'>;

/** Lists the organization's schedules, by template. */
export async function listSchedules({ db }: ReadDeps, organizationId: OrganizationId) {
  return (await findSchedules(organizationId, db)).map(toScheduleRecord);
}

/**
 * Has packs of a template made from the beginning of the next month or quarter on.
 * @throws DomainError 409 where the template has a schedule
 */
export function createSchedule(
  { db, clock }: WriteDeps,
  actor: Actor,
  { template, period }: { readonly template: TemplateName; readonly period: PackPeriod },
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const at = clock.now();
    const id = uuidv7();
    const isNew = await insertSchedule(organizationId, tx, {
      ...{ id, template, period, isPaused: false, dueOn: nextDue(period, dayOf(at)) },
      ...{ createdByKind: actor.kind, createdById: actor.id, createdByName: actor.name },
      ...{ createdAt: at, lastPackId: null },
    });
    if (!isNew) throw conflict('There is a schedule for this template already');
    const after = toScheduleRecord(await requireSchedule(tx, organizationId, id));
    const subject = { subjectKind: SUBJECT, subjectId: id };
    await recordAudit(tx, actor, { at, action: 'pack_schedule.create', ...subject, after });
    return after;
  });
}

/**
 * Changes how often packs are made, or whether any are. From now on the next one is due at the beginning of the next
 * month or quarter.
 * @throws DomainError 404
 */
export function changeSchedule(
  { db, clock }: WriteDeps,
  actor: Actor,
  id: string,
  change: { readonly period?: PackPeriod | undefined; readonly isPaused?: boolean | undefined },
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const at = clock.now();
    const known = await requireSchedule(tx, organizationId, id);
    const { period = known.period, isPaused = known.isPaused } = change;
    const dueOn = nextDue(period, dayOf(at));
    await updateSchedule(organizationId, tx, { id: known.id, period, isPaused, dueOn });
    const before = toScheduleRecord(known);
    const after = toScheduleRecord(await requireSchedule(tx, organizationId, id));
    const subject = { subjectKind: SUBJECT, subjectId: known.id };
    await recordAudit(tx, actor, { at, action: 'pack_schedule.change', ...subject, before, after });
    return after;
  });
}

/**
 * Deletes a schedule; what it made stays.
 * @throws DomainError 404
 */
export function deleteSchedule({ db, clock }: WriteDeps, actor: Actor, id: string) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await requireLockedOrganization(tx, organizationId);
    const known = await requireSchedule(tx, organizationId, id);
    const before = toScheduleRecord(known);
    await removeSchedule(organizationId, tx, known.id);
    const subject = { subjectKind: SUBJECT, subjectId: known.id };
    await recordAudit(tx, actor, {
      ...{ at: clock.now(), action: 'pack_schedule.delete', ...subject, before },
    });
    return before;
  });
}

async function requireSchedule(
  tx: Transaction,
  organizationId: OrganizationId,
  id: string,
): Promise<ScheduleRow> {
  const row = await findSchedule(organizationId, tx, id);
  if (!row) throw notFound('Pack schedule');
  return row;
}

/** Makes the packs that are due, in whichever organization. One that fails keeps no other from its turn: the next round tries again. */
export async function makeDuePacks(deps: Deps, signal: AbortSignal): Promise<Turns> {
  const { db, clock } = deps;
  const today = dayOf(clock.now());
  const due = await findDueSchedules(db, today);
  const make = async (organizationId: OrganizationId, { id }: (typeof due)[number]) => {
    const schedule = await findSchedule(organizationId, db, id);
    if (!schedule || schedule.isPaused || schedule.dueOn > today) return;
    await makeDue(deps, organizationId, schedule);
  };
  return giveTurns(deps, due, make, {
    ...{ failure: 'an evidence pack that is due was not made', signal },
  });
}

/** Makes the pack of a schedule: with it the schedule moves on, and it is told, or none of the three happens. */
async function makeDue(deps: Deps, organizationId: OrganizationId, schedule: ScheduleRow) {
  const template = templateOf(schedule.template);
  await freezePack(deps, organizationId, template, {
    maker: BY_ITSELF,
    within: async (tx, entry, pack) => {
      const dueOn = nextDue(schedule.period, dayOf(entry.at));
      if (!(await moveOn(organizationId, tx, schedule, { dueOn, lastPackId: pack.id }))) {
        throw conflict('The pack was made, or the schedule changed, meanwhile');
      }
      await recordOwnAudit(tx, organizationId, entry);
      await sendMessage(tx, organizationId, messageOn(template, pack), 'listeners', entry.at);
    },
  });
}

/** Says that a pack is there, and where: what it says is for who may read it, by the dashboard. */
function messageOn(template: TemplateName, { id, number }: MadePack): MessageContent {
  return {
    kind: 'pack.made',
    severity: 'info',
    title: asLine(`Evidence pack ${String(number)} is made: ${TEMPLATE_TITLES[template]}`),
    summary: 'It says what was known when it was made, and waits to be reviewed and approved.',
    items: [],
    total: 0,
    links: [{ label: 'The evidence pack', path: `/evidence-packs/${id}` }],
  };
}
