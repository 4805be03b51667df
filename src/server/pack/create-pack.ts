import { z } from 'zod';
import { PACK_TEMPLATES } from '@/domain/pack/templates';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { packRecord } from './dto';
import { createPack as create } from './service/packs';

export const createPackInput = z.object({
  body: z
    .object({
      template: z
        .enum(PACK_TEMPLATES)
        .describe('What it is for: whose clauses its document refers to. The data is the same'),
    })
    .meta({ id: 'EvidencePackModel', example: { template: 'pci-dss' } }),
});

export const createPackOutput = packRecord;

export const createPackMeta = rest({
  method: 'POST',
  path: '/evidence_packs',
  summary: 'Make an evidence pack',
  description:
    'Of what is known now, which is frozen: nothing changes or deletes it. As a file it is below `/export/evidence-packs/{id}`, as `pack.json`, `pack.csv` and `pack.pdf`.',
  tag: 'Evidence packs',
  errors: [409],
  success: 201,
  body: 'json',
});

export const createPack = permitted('pack:write')
  .meta(createPackMeta)
  .input(createPackInput)
  .output(createPackOutput)
  .mutation(({ ctx, input: { body } }) => create(ctx.deps, ctx.principal, body.template));
