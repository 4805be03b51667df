import { changeMemberRole as changeRole } from '@/server/member/service';
import { permitted } from '../init';
import { changeMemberRoleInput, changeMemberRoleOutput } from './change-member-role.schema';

/** In the organization that is active. */
export const changeMemberRole = permitted('organization:manage')
  .input(changeMemberRoleInput)
  .output(changeMemberRoleOutput)
  .mutation(({ ctx, input }) => changeRole(ctx.deps, ctx.principal, input));
