import { changePlan } from './plan/change-plan';

import { createPlan } from './plan/create-plan';
import { deletePlan } from './plan/delete-plan';
import { getPlan } from './plan/get-plan';
import { getPlanCounts } from './plan/get-plan-counts';
import { listPlans } from './plan/list-plans';

/** The procedures on plans. */
export const plan = {
  list: listPlans,
  counts: getPlanCounts,
  create: createPlan,
  get: getPlan,
  change: changePlan,
  delete: deletePlan,
};
