import { z } from 'zod';
import { changedTrust } from '@/domain/build-token/fields';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { trustedRepository } from './dto';
import { patchTrusted } from './service';

export const patchTrustedRepositoryInput = z.object({ id: recordId, body: changedTrust });

export const patchTrustedRepositoryOutput = trustedRepository;

export const patchTrustedRepositoryMeta = rest({
  method: 'PATCH',
  path: '/trusted_repository/{id}',
  summary: 'Change a trusted repository',
  description:
    'A field that is left out stays, null clears it. Platform and issuer stay as they are.',
  tag: 'Trusted repositories',
  errors: [404, 409],
  body: 'json',
});

export const patchTrustedRepository = permitted('build-token:manage')
  .meta(patchTrustedRepositoryMeta)
  .input(patchTrustedRepositoryInput)
  .output(patchTrustedRepositoryOutput)
  .mutation(({ ctx, input: { id, body } }) => patchTrusted(ctx.deps, ctx.principal, id, body));
