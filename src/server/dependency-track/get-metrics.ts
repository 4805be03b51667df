import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { metrics } from './dto';
import { getTrackedMetrics, requireTracked } from './service/projects';

export const getMetricsInput = z.object({ uuid: recordId });

export const getMetricsOutput = metrics;
export const refreshMetricsOutput = z.object({});

export const getMetricsMeta = rest({
  ...{ method: 'GET', path: '/v1/metrics/project/{uuid}/current', summary: 'Count violations' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

export const refreshMetricsMeta = rest({
  ...{ method: 'GET', path: '/v1/metrics/project/{uuid}/refresh', summary: 'Count anew' },
  ...{ tag: 'Dependency-Track', api: 'dependency-track', errorBody: 'dependency-track' },
});

export const getMetrics = permitted('inventory:read')
  .meta(getMetricsMeta)
  .input(getMetricsInput)
  .output(getMetricsOutput)
  .query(({ ctx, input }) => getTrackedMetrics(ctx.deps, ctx.principal.organizationId, input.uuid));

/** There is nothing to be done: they are counted whenever they are read. */
export const refreshMetrics = permitted('inventory:read')
  .meta(refreshMetricsMeta)
  .input(getMetricsInput)
  .output(refreshMetricsOutput)
  .query(async ({ ctx, input }) => {
    await requireTracked(ctx.deps, ctx.principal.organizationId, input.uuid);
    return {};
  });
