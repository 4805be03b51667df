import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { memberRecord } from './dto';
import { permitted } from '@/server/platform/trpc/init';

export const changeMemberRoleInput = z.object({
  userId: z.guid(),
  role: z.enum(PERSON_ROLES),
  /** Whether their keys that can do more than that role end with it. */
  revokeKeys: z.boolean().optional(),
});

export const changeMemberRoleOutput = memberRecord;

/** In the organization that is active. */
export const changeMemberRole = permitted('organization:manage')
  .input(changeMemberRoleInput)
  .output(changeMemberRoleOutput)
  .mutation(({ ctx: { deps, principal }, input }) =>
    deps.identityProvider.changeRole(deps, principal, input),
  );
