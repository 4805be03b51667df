import { z } from 'zod';
import { displayNameSchema } from '@/domain/user/account';
import { idpId, organizationRecord } from './dto';
import { createOrganization } from './service';
import { personProcedure } from '@/server/platform/trpc/init';

export const createOwnOrganizationInput = z.object({
  name: displayNameSchema,
  /** Null: the organization's own id serves. */
  idpId: idpId.nullable(),
});

/** Creates another organization of the signed-in person, who need not name an id at an identity provider. */
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
