import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { packRecord } from './dto';
import { listPacks as list } from './service/packs';

export const listPacksInput = z.object({ ...pageInput });

export const listPacksOutput = pageOf(packRecord);

export const listPacksMeta = rest({
  method: 'GET',
  path: '/evidence_packs',
  summary: 'List evidence packs',
  description: 'Newest first, without what they say: that is in their files.',
  tag: 'Evidence packs',
});

export const listPacks = permitted('pack:read')
  .meta(listPacksMeta)
  .input(listPacksInput)
  .output(listPacksOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
