import { z } from 'zod';
import { PACK_TEMPLATES } from '@/domain/pack/templates';
import { callerKind, day, instant } from '@/server/platform/trpc/outputs';
import { PACK_PERIODS } from '@/domain/pack/schedule';
import type { PackRow } from './repository/packs';
import type { ScheduleRow } from './repository/schedules';

export const PACK_SIGNERS = ['reviewer', 'approver'] as const;
export type PackSigner = (typeof PACK_SIGNERS)[number];

export const packRecord = z
  .object({
    id: z.guid(),
    number: z.int().describe('Which one of the organization’s it is, from 1'),
    template: z.enum(PACK_TEMPLATES),
    as_of: day.describe('The UTC day that it says what was known on'),
    sha256: z.string().describe('Of its JSON file, in hexadecimal digits'),
    made_by: z.object({ kind: callerKind, id: z.guid(), name: z.string() }),
    made_at: instant,
    signatures: z
      .array(
        z.object({
          signer: z.enum(PACK_SIGNERS),
          user: z.object({ id: z.guid(), name: z.string() }),
          note: z.string().nullable(),
          signed_at: instant,
        }),
      )
      .describe('Who has reviewed and approved it: two people, each once'),
  })
  .meta({
    id: 'EvidencePack',
    example: {
      ...{ id: '01931c70-4e1f-7b20-8d55-0f4c2a9b7e31', number: 3, template: 'pci-dss' },
      ...{ as_of: '2026-11-27', made_at: '2026-11-27T09:00:00.000Z' },
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      made_by: {
        ...{ kind: 'person', id: '01931c5d-9b5e-7c40-8a11-2f7d6b3c5e90', name: 'Ada Lovelace' },
      },
      signatures: [],
    },
  });

/** Makes a pack's record, without what it says. */
export function toPackRecord(row: PackRow): z.input<typeof packRecord> {
  return {
    id: row.id,
    number: row.number,
    template: templateOf(row.template),
    as_of: row.asOf.toISOString().slice(0, 10),
    sha256: Buffer.from(row.sha256).toString('hex'),
    made_by: { kind: row.madeByKind, id: row.madeById, name: row.madeByName },
    made_at: row.madeAt.toISOString(),
    signatures: row.signatures.map(({ signer, userId, userName, note, signedAt }) => ({
      ...{ signer, user: { id: userId, name: userName }, note },
      signed_at: signedAt.toISOString(),
    })),
  };
}

/** Reads a template as it is stored. One that a later version brought is shown as the plain one. */
export function templateOf(stored: string) {
  return PACK_TEMPLATES.find((one) => one === stored) ?? 'general';
}

export const scheduleRecord = z
  .object({
    id: z.guid(),
    template: z.enum(PACK_TEMPLATES),
    period: z.enum(PACK_PERIODS),
    paused: z.boolean(),
    next_on: day
      .nullable()
      .describe('The UTC day on which the next one is made, early in it; null while it is paused'),
    last_pack: z
      .object({ id: z.guid(), number: z.number().int(), as_of: day })
      .nullable()
      .describe('The pack that it made last'),
    created_by: z.object({ kind: callerKind, id: z.guid(), name: z.string() }),
    created_at: instant,
  })
  .meta({
    id: 'EvidencePackSchedule',
    example: {
      ...{ id: '01931c71-9a3b-7f20-8d55-0f4c2a9b7e31', template: 'cis-2-2', period: 'monthly' },
      ...{ paused: false, next_on: '2026-12-01', last_pack: null },
      created_by: {
        ...{ kind: 'person', id: '01931c5d-9b5e-7c40-8a11-2f7d6b3c5e90', name: 'Ada Lovelace' },
      },
      created_at: '2026-11-27T09:00:00.000Z',
    },
  });

/** Makes the record of a schedule. */
export function toScheduleRecord(row: ScheduleRow): z.input<typeof scheduleRecord> {
  const { lastPackId, lastNumber, lastAsOf } = row;
  const isThere = lastPackId !== null && lastNumber !== null && lastAsOf !== null;
  return {
    ...{ id: row.id, template: templateOf(row.template), period: row.period },
    ...{ paused: row.isPaused, next_on: row.isPaused ? null : row.dueOn },
    last_pack: isThere ? { id: lastPackId, number: lastNumber, as_of: lastAsOf } : null,
    created_by: { kind: row.createdByKind, id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
  };
}
