import { z } from 'zod';
import { newTrust } from '@/domain/build-token/fields';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { trustedRepository } from './dto';
import { createTrusted } from './service';

export const createTrustedRepositoryInput = z.object({ body: newTrust });

export const createTrustedRepositoryOutput = trustedRepository;

export const createTrustedRepositoryMeta = rest({
  method: 'POST',
  path: '/trusted_repository',
  summary: 'Trust a repository',
  description:
    'Its builds have the role `scanner`, for one project alone. A build falls under what names its repository before what names all of its owner’s, then under what asks for more. The numbers that the platform gives a repository and its owner are noted with the first build: a name that has others later is refused.',
  tag: 'Trusted repositories',
  errors: [409],
  success: 201,
  body: 'json',
});

export const createTrustedRepository = permitted('build-token:manage')
  .meta(createTrustedRepositoryMeta)
  .input(createTrustedRepositoryInput)
  .output(createTrustedRepositoryOutput)
  .mutation(({ ctx, input }) => createTrusted(ctx.deps, ctx.principal, input.body));
