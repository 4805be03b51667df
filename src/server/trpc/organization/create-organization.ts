import { createOrganization as create } from '@/server/organization/service';
import { peopleAndKeys } from '../init';
import {
  createOrganizationInput,
  createOrganizationMeta,
  createOrganizationOutput,
} from './create-organization.schema';

export const createOrganization = peopleAndKeys('organization:create')
  .meta(createOrganizationMeta)
  .input(createOrganizationInput)
  .output(createOrganizationOutput)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) => {
    const { name, idp_id: idpId } = input.body;
    return create(deps, caller, { name, idpId }, { requestId, remoteAddress });
  });
