import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { companionRecord } from './dto';
import { requestPull as request } from './service/companion';

export const requestPullOutput = companionRecord;

export const requestPullMeta = rest({
  method: 'POST',
  path: '/settings/dependency_track/companion/pull',
  summary: 'Pull from the Dependency-Track now',
  description:
    'It begins within seconds and goes on by itself. While a pull is under way, another one follows it.',
  tag: 'Dependency-Track',
  errors: [404],
});

export const requestPull = permitted('organization:manage')
  .meta(requestPullMeta)
  .output(requestPullOutput)
  .mutation(({ ctx }) => request(ctx.deps, ctx.principal));
