import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { packRecord } from './dto';
import { getPack as get } from './service/packs';

export const getPackInput = z.object({ id: recordId });

export const getPackOutput = packRecord;

export const getPackMeta = rest({
  method: 'GET',
  path: '/evidence_packs/{id}',
  summary: 'Get an evidence pack',
  description: 'Who made it and who has signed it.',
  tag: 'Evidence packs',
  errors: [404],
});

export const getPack = permitted('pack:read')
  .meta(getPackMeta)
  .input(getPackInput)
  .output(getPackOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
