import { renameOrganization as rename } from '@/server/organization/service';
import { permittedInNamed } from '../init';
import {
  renameOrganizationInput,
  renameOrganizationMeta,
  renameOrganizationOutput,
} from './rename-organization.schema';

export const renameOrganization = permittedInNamed('organization:manage', renameOrganizationInput, {
  organization: ({ id }) => ({ id }),
})
  .meta(renameOrganizationMeta)
  .output(renameOrganizationOutput)
  .mutation(({ ctx, input }) => rename(ctx.deps, ctx.principal, input.body.name));
