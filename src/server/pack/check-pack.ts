import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { verifyPack } from './service/packs';

export const checkPackInput = z.object({ id: recordId });

export const checkPackOutput = z
  .object({
    sha256: z.string().describe('Kept when it was made'),
    computed_sha256: z.string().describe('Of the bytes that are kept now'),
    intact: z.boolean(),
    bytes: z.int().describe('The size of its JSON file'),
  })
  .meta({
    id: 'EvidencePackCheck',
    example: {
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      computed_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ...{ intact: true, bytes: 18_204 },
    },
  });

export const checkPackMeta = rest({
  method: 'GET',
  path: '/evidence_packs/{id}/verification',
  summary: 'Verify an evidence pack',
  description:
    'Whether it is what it was when it was made. Who holds its JSON file compares the hash of that: `sha256sum pack.json`.',
  tag: 'Evidence packs',
  errors: [404],
});

export const checkPack = permitted('pack:read')
  .meta(checkPackMeta)
  .input(checkPackInput)
  .output(checkPackOutput)
  .query(({ ctx, input }) => verifyPack(ctx.deps, ctx.principal.organizationId, input.id));
