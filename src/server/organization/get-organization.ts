import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { idpId, organizationRecord } from './dto';
import { getOrganization as get } from './service';
import { permittedInNamed } from '@/server/platform/trpc/init';

export const getOrganizationInput = z.object({ id: recordId });

export const getOrganizationByIdpInput = z.object({ id: idpId });

export const getOrganizationOutput = organizationRecord;

export const getOrganizationMeta = rest({
  method: 'GET',
  path: '/organizations/{id}',
  summary: 'Read an organization',
  tag: 'Organizations',
  errors: [403, 404],
});

export const getOrganizationByIdpMeta = rest({
  method: 'GET',
  path: '/organizations/idp/{id}',
  summary: 'Read an organization by its id at the identity provider',
  tag: 'Organizations',
  errors: [403, 404],
});

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
