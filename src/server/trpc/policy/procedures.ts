import { createPolicy } from './create-policy';
import { deletePolicy } from './delete-policy';
import { forecastPolicies } from './forecast-policies';
import { getPolicy } from './get-policy';
import { listPoliciesV1 } from './list-policies-v1';
import { listPoliciesV2 } from './list-policies-v2';
import { listPolicyRecords } from './list-policy-records';
import { listPolicyImages } from './list-policy-images';
import { patchPolicy } from './patch-policy';
import { policyEffects } from './policy-effects';
import { previewPolicy } from './preview-policy';
import { statusOfImages } from './status-of-images';
import { summarizePolicies } from './summarize-policies';

/** What REST serves. */
export const policyRest = {
  listV1: listPoliciesV1,
  listV2: listPoliciesV2,
  create: createPolicy,
  get: getPolicy,
  patch: patchPolicy,
  delete: deletePolicy,
};

/** What only the dashboard needs. */
export const policyDashboard = {
  list: listPolicyRecords,
  preview: previewPolicy,
  effects: policyEffects,
  forecast: forecastPolicies,
  images: listPolicyImages,
  statusOfImages,
  summary: summarizePolicies,
};
