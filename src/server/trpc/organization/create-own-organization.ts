import { createOrganization } from '@/server/organization/service';
import { personProcedure } from '../init';
import { createOwnOrganizationInput } from './create-own-organization.schema';
import { organizationRecord } from './organization.schema';

/** Another organization of the signed-in person, who need not name an id at an identity provider. */
export const createOwnOrganization = personProcedure
  .input(createOwnOrganizationInput)
  .output(organizationRecord)
  .mutation(({ ctx: { deps, caller, requestId, remoteAddress }, input }) => {
    const { name, idpId } = input;
    return createOrganization(
      deps,
      caller,
      { name, ...(idpId !== null && { idpId }) },
      { requestId, remoteAddress },
    );
  });
