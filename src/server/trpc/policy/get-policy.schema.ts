import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';
import { policyRecord } from './policy-body.schema';

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
