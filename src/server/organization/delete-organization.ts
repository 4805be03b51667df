import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deleteOrganization as remove } from './service';
import { permittedInNamed } from '@/server/platform/trpc/init';

export const deleteOrganizationInput = z.object({ id: recordId });

export const deleteOrganizationOutput = z.void();

export const deleteOrganizationMeta = rest({
  method: 'DELETE',
  path: '/organizations/{id}',
  summary: 'Delete an organization',
  description:
    'With everything that it owns, its API keys included, for good. The installation keeps one audit row.',
  tag: 'Organizations',
  errors: [404],
  success: 204,
});

export const deleteOrganization = permittedInNamed('organization:manage', deleteOrganizationInput, {
  organization: ({ id }) => ({ id }),
})
  .meta(deleteOrganizationMeta)
  .output(deleteOrganizationOutput)
  .mutation(({ ctx }) => remove(ctx.deps, ctx.principal));
