import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { companionRecord } from './dto';
import { findShownCompanion, getCompanion as get } from './service/companion';

export const getCompanionOutput = companionRecord;

export const getCompanionMeta = rest({
  method: 'GET',
  path: '/settings/dependency_track/companion',
  summary: 'Read which Dependency-Track is pulled from, and how the last pull went',
  description:
    'A Dependency-Track whose portfolio is pulled on a schedule and judged here, without a change to its pipelines. None is configured: 404.',
  tag: 'Dependency-Track',
  errors: [404],
});

export const getCompanion = permitted('organization:manage')
  .meta(getCompanionMeta)
  .output(getCompanionOutput)
  .query(({ ctx }) => get(ctx.deps, ctx.principal.organizationId));

/** Null when there is none: for the dashboard, where that is no error. */
export const findCompanionOutput = companionRecord.nullable();

export const findCompanion = permitted('organization:manage')
  .output(findCompanionOutput)
  .query(({ ctx }) => findShownCompanion(ctx.deps, ctx.principal.organizationId));
