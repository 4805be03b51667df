import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { policyRecord } from './dto';
import { getPolicy as get } from './service/policies';
import { permitted } from '@/server/platform/trpc/init';

export const getPolicyInput = z.object({ id: recordId });

export const getPolicyOutput = policyRecord;

export const getPolicyMeta = rest({
  method: 'GET',
  path: '/v1/policy/{id}',
  summary: 'Read a policy',
  description: 'Of either type; what is not set is null.',
  tag: 'Policies',
  errors: [404],
  atRoot: true,
});

export const getPolicy = permitted('policy:read')
  .meta(getPolicyMeta)
  .input(getPolicyInput)
  .output(getPolicyOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal, input.id));
