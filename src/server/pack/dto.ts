import { z } from 'zod';
import { PACK_TEMPLATES } from '@/domain/pack/templates';
import { callerKind, day, instant } from '@/server/platform/trpc/outputs';
import type { PackRow } from './repository';

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

/** One that a later version brought is shown as the plain one. */
function templateOf(stored: string) {
  return PACK_TEMPLATES.find((one) => one === stored) ?? 'general';
}
