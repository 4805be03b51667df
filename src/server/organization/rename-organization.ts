import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { organizationRecord } from './dto';
import { renameOrganization as rename } from './service';
import { permittedInNamed } from '@/server/platform/trpc/init';

export const renameOrganizationInput = z.object({
  id: recordId,
  body: z
    .object({ name: displayNameSchema })
    .meta({ id: 'OrganizationsPatchModel', example: { name: 'Acme Corporation' } }),
});

export const renameOrganizationOutput = organizationRecord;

export const renameOrganizationMeta = rest({
  method: 'PATCH',
  path: '/organizations/{id}',
  summary: 'Rename an organization',
  tag: 'Organizations',
  errors: [404],
  body: 'json',
});

export const renameOrganization = permittedInNamed('organization:manage', renameOrganizationInput, {
  organization: ({ id }) => ({ id }),
})
  .meta(renameOrganizationMeta)
  .output(renameOrganizationOutput)
  .mutation(({ ctx, input }) => rename(ctx.deps, ctx.principal, input.body.name));
