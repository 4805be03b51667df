import { permitted } from '../init';
import { changeMemberRoleInput, changeMemberRoleOutput } from './change-member-role.schema';

/** In the organization that is active. */
export const changeMemberRole = permitted('organization:manage')
  .input(changeMemberRoleInput)
  .output(changeMemberRoleOutput)
  .mutation(({ ctx: { deps, principal }, input }) =>
    deps.identityProvider.changeRole(deps, principal, input),
  );
