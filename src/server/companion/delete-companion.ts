import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { deleteCompanion as remove } from './service/companion';

export const deleteCompanionOutput = z.void();

export const deleteCompanionMeta = rest({
  method: 'DELETE',
  path: '/settings/dependency_track/companion',
  summary: 'Stop pulling from a Dependency-Track',
  description:
    'Forgets its address and key. What was pulled stays, as it was last, until a rule retires it: its days count from now for what is listed there as in use.',
  tag: 'Dependency-Track',
  errors: [404],
  success: 204,
});

export const deleteCompanion = permitted('organization:manage')
  .meta(deleteCompanionMeta)
  .output(deleteCompanionOutput)
  .mutation(({ ctx }) => remove(ctx.deps, ctx.principal));
