import { deleteOrganization as remove } from '@/server/organization/deletion';
import { permittedInNamed } from '../init';
import {
  deleteOrganizationInput,
  deleteOrganizationMeta,
  deleteOrganizationOutput,
} from './delete-organization.schema';

export const deleteOrganization = permittedInNamed('organization:manage', deleteOrganizationInput, {
  organization: ({ id }) => ({ id }),
})
  .meta(deleteOrganizationMeta)
  .output(deleteOrganizationOutput)
  .mutation(({ ctx }) => remove(ctx.deps, ctx.principal));
