import { z } from 'zod';
import { offsetOf } from '@/domain/pagination';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import {
  MAX_TRACKED_VIOLATIONS,
  totalHeader,
  trackedPageInput,
  trackedPageOf,
  violation,
} from './dto';
import { listTrackedViolations } from './service/projects';

export const listViolationsInput = z.object({ uuid: recordId, ...trackedPageInput });

export const listViolationsOutput = z.array(violation);

export const listViolationsMeta = rest({
  ...{ method: 'GET', path: '/v1/violation/project/{uuid}', summary: 'List violations' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

/** Who asks for no page gets all of them: some gates read the first answer and no other. */
export const listViolations = permitted('inventory:read')
  .meta(listViolationsMeta)
  .input(listViolationsInput)
  .output(listViolationsOutput)
  .query(async ({ ctx, input: { uuid, ...asked } }) => {
    const all = await listTrackedViolations(ctx.deps, ctx.principal.organizationId, uuid);
    const page = trackedPageOf(asked, MAX_TRACKED_VIOLATIONS);
    ctx.answerWith?.(totalHeader(all.length));
    return all.slice(offsetOf(page), offsetOf(page) + page.size);
  });
