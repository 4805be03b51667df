import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { trustedRepository } from './dto';
import { listTrusted } from './service';

export const listTrustedRepositoriesOutput = z
  .object({
    audience: z.string().describe('What builds ask their platform for a token for'),
    items: z.array(trustedRepository),
  })
  .meta({ id: 'TrustedRepositories' });

export const listTrustedRepositoriesMeta = rest({
  method: 'GET',
  path: '/trusted_repository',
  summary: 'List the trusted repositories',
  description:
    'Builds of these upload and check with the token that GitHub Actions or GitLab gives them, and need no key. By name, with the audience that the token has to be for.',
  tag: 'Trusted repositories',
});

export const listTrustedRepositories = permitted('build-token:manage')
  .meta(listTrustedRepositoriesMeta)
  .output(listTrustedRepositoriesOutput)
  .query(({ ctx }) => listTrusted(ctx.deps, ctx.principal));
