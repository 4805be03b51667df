import { getOrganization as get } from '@/server/organization/service';
import { permittedInNamed } from '../init';
import {
  getOrganizationByIdpInput,
  getOrganizationByIdpMeta,
  getOrganizationInput,
  getOrganizationMeta,
  getOrganizationOutput,
} from './get-organization.schema';

export const getOrganization = permittedInNamed('organization:read', getOrganizationInput, {
  organization: ({ id }) => ({ id }),
})
  .meta(getOrganizationMeta)
  .output(getOrganizationOutput)
  .query(({ ctx }) => get(ctx.deps, ctx.principal));

export const getOrganizationByIdp = permittedInNamed(
  'organization:read',
  getOrganizationByIdpInput,
  { organization: ({ id }) => ({ idpId: id }) },
)
  .meta(getOrganizationByIdpMeta)
  .output(getOrganizationOutput)
  .query(({ ctx }) => get(ctx.deps, ctx.principal));
