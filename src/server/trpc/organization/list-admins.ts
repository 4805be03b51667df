import { adminsOf } from '@/server/organization/service';
import { permitted } from '../init';
import { listAdminsOutput } from './list-admins.schema';

/** Whom to ask for what the reader's own role does not allow. */
export const listAdmins = permitted('organization:read')
  .output(listAdminsOutput)
  .query(({ ctx }) => adminsOf(ctx.deps, ctx.principal.organizationId));
