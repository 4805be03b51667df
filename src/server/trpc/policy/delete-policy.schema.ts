import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';

export const deletePolicyInput = z.object({ id: recordId });

export const deletePolicyOutput = z.void();

export const deletePolicyMeta = rest({
  method: 'DELETE',
  path: '/v1/policy/{id}',
  summary: 'Delete a policy',
  tag: 'Policies',
  errors: [404],
  success: 204,
  atRoot: true,
});
