import { z } from 'zod';
import { PERSON_ROLES } from '@/domain/roles/permissions';
import { apiKeyRecord } from '@/server/api-key/dto';
import { listKeysBeyond } from '@/server/api-key/service';
import { permitted } from '@/server/platform/trpc/init';

export const listMemberKeysInput = z.object({
  userId: z.guid(),
  /** Their role to be; null: they are to be removed. */
  role: z.enum(PERSON_ROLES).nullable(),
});

export const listMemberKeysOutput = z.array(apiKeyRecord);

/** Lists the keys of a member that would be able to do more than they can with another role, or once removed. */
export const listMemberKeys = permitted('api-key:manage')
  .input(listMemberKeysInput)
  .output(listMemberKeysOutput)
  .query(({ ctx: { deps, principal }, input }) =>
    listKeysBeyond(deps, principal, input.userId, input.role),
  );
