import { z } from 'zod';
import { type Day, daysBetween } from '@/domain/eol/calendar';
import {
  WAIVER_EVENT_KINDS,
  WAIVER_SCOPES,
  WAIVER_STATES,
  type WaiverState,
  waiverState,
} from '@/domain/waiver/waiver';
import { callerKind, day, instant } from '@/server/platform/trpc/outputs';
import type { WaiverEventRow } from './repository/history';
import type { WaiverRow } from './repository/waivers';

/** A waiver as callers and the audit trail see it. */
export function toWaiverRecord(row: WaiverRow, today: Day) {
  const { decidedById, decidedByName, decidedAt } = row;
  const state: WaiverState = waiverState(row, today);
  return {
    id: row.id,
    state,
    scope: row.scope,
    project_name: row.projectName,
    team:
      row.teamId === null || row.teamName === null ? null : { id: row.teamId, name: row.teamName },
    image_name: row.imageName,
    image_tag: row.imageTag,
    product_name: row.productName,
    cycle: row.cycle,
    reason: row.reason,
    mitigating_control: row.control,
    links: row.links,
    ends_on: row.endsOn,
    days_left: state === 'asked' || state === 'granted' ? daysBetween(today, row.endsOn) : null,
    owner: { id: row.ownerId, name: row.ownerName },
    asked_by: { kind: row.askedByKind, id: row.askedById, name: row.askedByName },
    asked_at: row.createdAt.toISOString(),
    decided_by:
      decidedById === null || decidedByName === null
        ? null
        : { id: decidedById, name: decidedByName },
    decided_at: decidedAt?.toISOString() ?? null,
    version: row.version,
    updated_at: row.updatedAt.toISOString(),
  };
}

export type WaiverRecord = ReturnType<typeof toWaiverRecord>;

export function toWaiverEvent(row: WaiverEventRow) {
  const { actorKind, actorId, actorName } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    actor:
      actorKind === null || actorId === null || actorName === null
        ? null
        : { kind: actorKind, id: actorId, name: actorName },
    note: row.note,
    before: row.before,
    after: row.after,
  };
}

const caller = z.object({
  kind: callerKind,
  id: z.guid(),
  name: z.string(),
});

/** For the API's document. */
const waiverExample = {
  id: '01931c64-70d2-7c1e-8a35-5be0f9a1d2c7',
  state: 'granted',
  scope: 'project',
  project_name: 'github//acme/shop',
  team: null,
  image_name: null,
  image_tag: null,
  product_name: 'Debian Linux',
  cycle: '11',
  reason:
    'The move to 13 is planned for March; the vendor of the payment module follows in February.',
  mitigating_control: 'Reachable from the internal network alone',
  links: ['https://tickets.example.com/SHOP-1312'],
  ends_on: '2027-03-03',
  days_left: 98,
  owner: { id: '01931c5a-1f2b-7b3c-9d4e-5f60718293a4', name: 'Ada Lovelace' },
  asked_by: {
    kind: 'person',
    id: '01931c5a-1f2b-7b3c-9d4e-5f60718293a4',
    name: 'Ada Lovelace',
  },
  asked_at: '2026-11-20T09:00:00.000Z',
  decided_by: { id: '01931c5a-3c4d-7e5f-8a6b-7c8d9e0f1a2b', name: 'Grace Hopper' },
  decided_at: '2026-11-20T11:30:00.000Z',
  version: 2,
  updated_at: '2026-11-20T11:30:00.000Z',
};

export const waiverRecord = z
  .object({
    id: z.guid(),
    state: z
      .enum(WAIVER_STATES)
      .describe(
        'ended: its last day has passed. What was asked for and is not decided by then ends, too',
      ),
    scope: z.enum(WAIVER_SCOPES),
    project_name: z.string().nullable(),
    team: z
      .object({ id: z.guid(), name: z.string() })
      .nullable()
      .describe('Of the scope `team`: it holds in the projects that the team owns at the time'),
    image_name: z.string().nullable(),
    image_tag: z.string().nullable().describe('Null: any tag of the image'),
    product_name: z.string(),
    cycle: z.string(),
    reason: z.string(),
    mitigating_control: z.string().nullable(),
    links: z.array(z.string()),
    ends_on: day.describe('The last day on which it holds, to its end in UTC'),
    days_left: z
      .number()
      .int()
      .nullable()
      .describe('From today to the last day; null once it does not hold, or cannot any more'),
    owner: z.object({ id: z.guid(), name: z.string() }).describe('Who answers for it'),
    asked_by: caller,
    asked_at: instant,
    decided_by: z
      .object({ id: z.guid(), name: z.string() })
      .nullable()
      .describe('Who granted or declined it, or took it back'),
    decided_at: instant.nullable(),
    version: z.number().int().describe('Grows with each change'),
    updated_at: instant,
  })
  .meta({ id: 'Waiver', example: waiverExample });

export const waiverEvent = z
  .object({
    id: z.guid(),
    at: instant,
    kind: z.enum(WAIVER_EVENT_KINDS),
    actor: caller.nullable().describe('Null: its last day had passed'),
    note: z.string().nullable(),
    before: z.looseObject({}).nullable(),
    after: z.looseObject({}).nullable(),
  })
  .meta({ id: 'WaiverEvent' });

/** The end of a link in a mail. */
export const linkToken = z.string().min(1).max(100);
