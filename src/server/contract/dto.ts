import { z } from 'zod';
import {
  CONTRACT_SCOPES,
  CONTRACT_STATES,
  contractState,
  noticeOn,
} from '@/domain/contract/contract';
import { type Day, daysBetween } from '@/domain/eol/calendar';
import { callerKind, day, instant } from '@/server/platform/trpc/outputs';
import type { HeldByContract, ListedContractRow } from './repository/contracts';

/** A contract as callers see it, with what it covers now. */
export function toContractRecord(row: ListedContractRow, today: Day) {
  return {
    id: row.id,
    vendor: row.vendor,
    state: contractState(row, today),
    scope: row.scope,
    project_id: row.projectId,
    project_name: row.projectName,
    project_deleted: row.projectDeletedAt !== null,
    team_id: row.teamId,
    team_name: row.teamName,
    software: row.lines.map(({ productName, cycle }) => ({ product_name: productName, cycle })),
    starts_on: row.startsOn,
    ends_on: row.endsOn,
    days_left: daysBetween(today, row.endsOn),
    renewal_notice_days: row.noticeDays,
    renewal_notice_on: noticeOn(row),
    cost:
      row.costAmount === null || row.costCurrency === null
        ? null
        : { amount: row.costAmount, currency: row.costCurrency },
    document_url: row.documentUrl,
    note: row.note,
    images: row.images,
    findings: row.findings,
    created_by: { kind: row.createdByKind, id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

export type ContractRecord = ReturnType<typeof toContractRecord>;

/** Software that a contract covers where it is found, as callers see it. */
export function toHeldSoftware(row: HeldByContract) {
  return {
    software_id: row.softwareId,
    product_name: row.productName,
    cycle: row.cycle,
    artifact_type: row.artifactType,
    eol_date: row.eolOn,
    upstream_date: row.upstreamOn,
    upstream_date_known: row.upstreamOnKnown,
    extended: row.isByContract,
    images: row.images,
  };
}

/** For the API's document. */
const contractExample = {
  id: '01931c66-10b2-7d1e-9a35-6be1f9a2d3c8',
  vendor: 'Example Support',
  state: 'running',
  scope: 'project',
  project_id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
  project_name: 'github//acme/shop',
  project_deleted: false,
  team_id: null,
  team_name: null,
  software: [{ product_name: 'Debian Linux', cycle: '10' }],
  starts_on: '2026-07-01',
  ends_on: '2028-06-30',
  days_left: 582,
  renewal_notice_days: 90,
  renewal_notice_on: '2028-04-01',
  cost: { amount: '12000.00', currency: 'EUR' },
  document_url: 'https://contracts.example.com/4711',
  note: null,
  images: 12,
  findings: 12,
  created_by: {
    kind: 'person',
    id: '01931c5a-1f2b-7b3c-9d4e-5f60718293a4',
    name: 'Ada Lovelace',
  },
  created_at: '2026-06-18T09:00:00.000Z',
  updated_at: '2026-06-18T09:00:00.000Z',
};

export const contractRecord = z
  .object({
    id: z.guid(),
    vendor: z.string(),
    state: z
      .enum(CONTRACT_STATES)
      .describe('As of today. `ending`: the notice of its renewal has begun'),
    scope: z.enum(CONTRACT_SCOPES),
    project_id: z.guid().nullable(),
    project_name: z.string().nullable(),
    project_deleted: z.boolean().describe('Nothing is covered by it any more'),
    team_id: z.guid().nullable(),
    team_name: z.string().nullable(),
    software: z.array(
      z.object({
        product_name: z.string(),
        cycle: z.string().nullable().describe('Null: every release cycle'),
      }),
    ),
    starts_on: day.describe('The first day on which it covers anything'),
    ends_on: day.describe('The day on which what it covers has ended, as every end of life'),
    days_left: z.number().int().describe('Until then; negative once it has passed'),
    renewal_notice_days: z.number().int(),
    renewal_notice_on: day,
    cost: z.object({ amount: z.string(), currency: z.string() }).nullable(),
    document_url: z.string().nullable(),
    note: z.string().nullable(),
    images: z.number().int().describe('Images in which it covers something now'),
    findings: z.number().int().describe('Findings that it covers now'),
    created_by: z.object({ kind: callerKind, id: z.guid(), name: z.string() }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Contract', example: contractExample });
