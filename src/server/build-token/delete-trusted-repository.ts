import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { deleteTrusted } from './service';

export const deleteTrustedRepositoryInput = z.object({ id: recordId });

export const deleteTrustedRepositoryOutput = z.void();

export const deleteTrustedRepositoryMeta = rest({
  method: 'DELETE',
  path: '/trusted_repository/{id}',
  summary: 'Trust a repository no more',
  description: 'At once: the next request with a token of its builds is a 401.',
  tag: 'Trusted repositories',
  errors: [404],
  success: 204,
});

export const deleteTrustedRepository = permitted('build-token:manage')
  .meta(deleteTrustedRepositoryMeta)
  .input(deleteTrustedRepositoryInput)
  .output(deleteTrustedRepositoryOutput)
  .mutation(({ ctx, input }) => deleteTrusted(ctx.deps, ctx.principal, input.id));
