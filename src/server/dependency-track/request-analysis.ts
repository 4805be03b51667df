import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { token } from './dto';
import { requireTracked } from './service/projects';

export const requestAnalysisInput = z.object({ uuid: recordId });

export const requestAnalysisOutput = token;

export const requestAnalysisMeta = rest({
  ...{ method: 'POST', path: '/v1/finding/project/{uuid}/analyze', summary: 'Analyze anew' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

/** There is nothing to be done: what is stored is judged anew whenever it is read. */
export const requestAnalysis = permitted('scan:upload')
  .meta(requestAnalysisMeta)
  .input(requestAnalysisInput)
  .output(requestAnalysisOutput)
  .mutation(async ({ ctx, input }) => {
    await requireTracked(ctx.deps, ctx.principal.organizationId, input.uuid);
    return { token: uuidv7() };
  });
