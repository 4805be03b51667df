import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { day } from '@/server/platform/trpc/outputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { contractRecord } from './dto';
import { getContract as get } from './service/list';

export const getContractInput = z.object({ id: recordId });

const heldSoftware = z
  .object({
    software_id: z.guid(),
    product_name: z.string(),
    cycle: z.string(),
    artifact_type: z.string(),
    eol_date: day.nullable().describe('Until when it is supported there; null: not known'),
    upstream_date: day.nullable().describe('When support ends without the contract'),
    upstream_date_known: z
      .boolean()
      .describe('False with a date: it has ended, and the date is when it was first seen'),
    extended: z.boolean().describe('Whether the contract lasts longer'),
    images: z.number().int(),
  })
  .meta({ id: 'ContractSoftware' });

export const getContractOutput = contractRecord
  .extend({
    covers: z.array(heldSoftware).describe('The software that it covers and images hold now'),
  })
  .meta({ id: 'ContractDetail' });

export const getContractMeta = rest({
  method: 'GET',
  path: '/contracts/{id}',
  summary: 'Get a contract',
  description: 'With the software that images hold under it.',
  tag: 'Contracts',
  errors: [404],
});

export const getContract = permitted('contract:read')
  .meta(getContractMeta)
  .input(getContractInput)
  .output(getContractOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
