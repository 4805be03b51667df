import { z } from 'zod';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { day } from '../outputs';

const action = z.enum(POLICY_ACTIONS);

/** The next day on which the action becomes another one, as policies and dates are today. */
const nextChange = z.object({ on: day, action }).nullable();

/** What the policies say of one (product, cycle) today. */
export const cycleStatus = z.object({
  action,
  /** The policy that decides; null with ALLOW. */
  policyId: z.guid().nullable(),
  /** Since when it applies. */
  appliesOn: day.nullable(),
  /** Why, in words. */
  message: z.string().nullable(),
  nextChange,
});

/** What the policies say of one image today. */
export const imageStatus = z.object({
  imageTagId: z.guid(),
  action,
  /** Its (product, cycle)s that are denied, and warned of. */
  denied: z.number().int(),
  warned: z.number().int(),
  nextChange,
});
