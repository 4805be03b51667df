import { z } from 'zod';
import { listPolicyRecords as list } from '@/server/policy/service';
import { permitted } from '../init';
import { policyRecord } from './policy-body.schema';

/** The policies page: those of both types as they were written, oldest first. */
export const listPolicyRecords = permitted('policy:read')
  .output(z.array(policyRecord))
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
