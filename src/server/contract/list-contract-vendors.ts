import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { contractVendors } from './service/list';

/** Names the vendors of contracts, for a filter and for the form of a new one. */
export const listContractVendors = permitted('contract:read')
  .output(z.array(z.string()))
  .query(({ ctx }) => contractVendors(ctx.deps, ctx.principal.organizationId));
