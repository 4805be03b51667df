import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { rest } from '@/server/platform/trpc/meta';
import { idpId, organizationRecord } from './dto';
import { createOrganization as create } from './service';
import { peopleAndKeys } from '@/server/platform/trpc/init';

export const createOrganizationInput = z.object({
  body: z
    .object({ name: displayNameSchema, idp_id: idpId })
    .meta({ id: 'OrganizationsModel', example: { name: 'Acme', idp_id: 'org_acme' } }),
});

export const createOrganizationOutput = organizationRecord;

export const createOrganizationMeta = rest({
  method: 'POST',
  path: '/organizations/',
  summary: 'Create an organization',
  description:
    'For any signed-in person and for admin keys. The person, or the person who created the key and still is a member where it belongs, becomes its admin; the key keeps access to it. An `idp_id` that is taken is a 409.',
  tag: 'Organizations',
  errors: [409, 503],
  success: 201,
  body: 'json',
});

export const createOrganization = peopleAndKeys('organization:create')
  .meta(createOrganizationMeta)
  .input(createOrganizationInput)
  .output(createOrganizationOutput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) => {
    const { name, idp_id: idpId } = input.body;
    return create(deps, caller, { name, idpId }, { requestId, remoteAddress });
  });
