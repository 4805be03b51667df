import { listKeysBeyond } from '@/server/api-key/service';
import { permitted } from '../init';
import { listMemberKeysInput, listMemberKeysOutput } from './list-member-keys.schema';

/** The keys of a member that would be able to do more than they can with another role, or once removed. */
export const listMemberKeys = permitted('api-key:manage')
  .input(listMemberKeysInput)
  .output(listMemberKeysOutput)
  .query(({ ctx: { deps, principal }, input }) =>
    listKeysBeyond(deps, principal, input.userId, input.role),
  );
