import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { totalHeader } from './dto';
import { requireTracked } from './service/projects';

export const listFindingsInput = z.object({ uuid: recordId });

export const listFindingsOutput = z.array(z.never());

export const listFindingsMeta = rest({
  ...{ method: 'GET', path: '/v1/finding/project/{uuid}', summary: 'List vulnerabilities' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

/** Findings are vulnerabilities there, of which nothing is known here: always none. */
export const listFindings = permitted('inventory:read')
  .meta(listFindingsMeta)
  .input(listFindingsInput)
  .output(listFindingsOutput)
  .query(async ({ ctx, input }) => {
    await requireTracked(ctx.deps, ctx.principal.organizationId, input.uuid);
    ctx.answerWith?.(totalHeader(0));
    return [];
  });
