import { z } from 'zod';
import { CONTRACT_SCOPES } from '@/domain/contract/contract';
import { type Day, daysBetween } from '@/domain/eol/calendar';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import {
  doneOn,
  isOverdue,
  type Measured,
  PLAN_SCOPES,
  PLAN_STATES,
  planState,
  standingOf,
} from '@/domain/plan/plan';
import { callerKind, day, evidenceDegree, instant } from '@/server/platform/trpc/outputs';
import type { ListedPlanRow, PlanContract } from './repository/plans';

/** Nothing that counts has held the software since the plan was made: all that did is retired, say. */
const NOTHING: Measured = { images: 0, left: 0, lastGoneAt: null, againSince: null };

/** What a plan's record says beside its row: what scans found, the contracts that cover it, and how well its end is known. */
export interface PlanFacts {
  readonly measured: ReadonlyMap<string, Measured>;
  readonly contracts: ReadonlyMap<string, readonly PlanContract[]>;
  readonly degrees: ReadonlyMap<string, EvidenceDegree>;
}

/** A plan as callers see it, with what scans found. */
export function toPlanRecord(row: ListedPlanRow, facts: PlanFacts, today: Day) {
  const measured = facts.measured.get(row.id) ?? NOTHING;
  const state = planState(row.startedAt, standingOf(measured));
  return {
    id: row.id,
    state,
    scope: row.scope,
    project_id: row.projectId,
    project_name: row.projectName,
    team_id: row.teamId,
    team_name: row.teamName,
    product_name: row.productName,
    cycle: row.cycle,
    software_ids: row.softwareIds,
    eol_date: row.eolOn,
    eol_date_known: row.eolOnKnown ?? false,
    estimated_from: row.estimatedFrom,
    evidence: facts.degrees.get(row.id) ?? ('unknown' as const),
    contracts: (facts.contracts.get(row.id) ?? []).map(
      ({ contractId, vendor, scope, place, endsOn }) => ({
        ...{ contract_id: contractId, vendor, scope, place, ends_on: endsOn },
      }),
    ),
    target_product_name: row.targetProduct,
    target_cycle: row.targetCycle,
    due_on: row.dueOn,
    days_left: daysBetween(today, row.dueOn),
    overdue: isOverdue(state, row.dueOn, today),
    images: measured.images,
    images_left: measured.left,
    done_on: doneOn(state, measured),
    found_again_at: state === 'found_again' ? (measured.againSince?.toISOString() ?? null) : null,
    owner:
      row.ownerId === null || row.ownerName === null
        ? null
        : { id: row.ownerId, name: row.ownerName },
    owner_team:
      row.ownerTeamId === null || row.ownerTeamName === null
        ? null
        : { id: row.ownerTeamId, name: row.ownerTeamName },
    ticket: row.ticket,
    note: row.note,
    started_at: row.startedAt?.toISOString() ?? null,
    started_by: row.startedByName,
    created_by: { kind: row.createdByKind, id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export type PlanRecord = ReturnType<typeof toPlanRecord>;

/** For the API's document. */
const planExample = {
  id: '01931c66-10b2-7d1e-9a35-6be1f9a2d3c8',
  state: 'under_way',
  scope: 'project',
  project_id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
  project_name: 'github//acme/shop',
  team_id: null,
  team_name: null,
  product_name: 'Debian Linux',
  cycle: '11',
  software_ids: ['01931c61-7a10-7e4b-8c55-1d2f3a4b5c6d'],
  eol_date: '2026-08-31',
  eol_date_known: true,
  estimated_from: null,
  evidence: 'catalog',
  contracts: [],
  target_product_name: 'Debian Linux',
  target_cycle: '13',
  due_on: '2027-03-31',
  days_left: 126,
  overdue: false,
  images: 40,
  images_left: 12,
  done_on: null,
  found_again_at: null,
  owner: { id: '01931c5a-1f2b-7b3c-9d4e-5f60718293a4', name: 'Ada Lovelace' },
  owner_team: null,
  ticket: 'https://tickets.example.com/SHOP-1312',
  note: 'The base image first, then the workers',
  started_at: '2026-11-20T09:00:00.000Z',
  started_by: 'Ada Lovelace',
  created_by: {
    kind: 'person',
    id: '01931c5a-1f2b-7b3c-9d4e-5f60718293a4',
    name: 'Ada Lovelace',
  },
  created_at: '2026-11-18T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
};

export const planRecord = z
  .object({
    id: z.guid(),
    state: z
      .enum(PLAN_STATES)
      .describe(
        'By what scans found since it was made. `done`: no image in its place that counts holds the software; `found_again`: one does after none did; `under_way`: somebody said so, or fewer images hold it',
      ),
    scope: z.enum(PLAN_SCOPES),
    project_id: z.guid().nullable(),
    project_name: z.string().nullable(),
    team_id: z.guid().nullable(),
    team_name: z.string().nullable(),
    product_name: z.string(),
    cycle: z.string(),
    software_ids: z
      .array(z.guid())
      .describe(
        'The software that it is, one for each type of artifact; after it the same under each contract that covers or covered some of it',
      ),
    eol_date: day
      .nullable()
      .describe(
        'When the software ends, whatever contracts cover it; null: nothing is known of its end',
      ),
    eol_date_known: z
      .boolean()
      .describe('False: it has ended, and the date is when it was first seen'),
    estimated_from: z
      .string()
      .nullable()
      .describe('The release cycle that its end was concluded from, where nobody says it'),
    evidence: evidenceDegree,
    contracts: z
      .array(
        z.object({
          contract_id: z.guid(),
          vendor: z.string(),
          scope: z.enum(CONTRACT_SCOPES),
          place: z.string().nullable().describe('That project or team; null: everywhere'),
          ends_on: day,
        }),
      )
      .describe(
        'The contracts by which some of it is supported where the plan is, the one that ends last first. A plan is no less needed for them',
      ),
    target_product_name: z.string(),
    target_cycle: z.string(),
    due_on: day.describe('The last day on which it is in time'),
    days_left: z.number().int().describe('Until then; negative once it has passed'),
    overdue: z.boolean(),
    images: z
      .number()
      .int()
      .describe(
        'That held the software at any time since it was made, without those that are retired',
      ),
    images_left: z.number().int().describe('That hold it now'),
    done_on: day
      .nullable()
      .describe(
        'When the last image gave it up; null where one holds it, or all that did are retired',
      ),
    found_again_at: instant.nullable(),
    owner: z.object({ id: z.guid(), name: z.string() }).nullable().describe('Who sees to it'),
    owner_team: z
      .object({ id: z.guid(), name: z.string() })
      .nullable()
      .describe('The team that sees to it, in the place of a person'),
    ticket: z.string().nullable(),
    note: z.string().nullable(),
    started_at: instant.nullable().describe('When somebody said that the work has begun'),
    started_by: z.string().nullable(),
    created_by: z.object({ kind: callerKind, id: z.guid(), name: z.string() }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Plan', example: planExample });
