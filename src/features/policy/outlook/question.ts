import type { PolicyBody } from '../policy-types';

/** Whose outlook is shown. */
export interface OutlookQuestion {
  /** The policy that is edited; null for a new one. */
  readonly policyId: string | null;
  /** The policy as it would be; null asks for the policies as they are. */
  readonly body: PolicyBody | null;
  /** Only what this policy decides. */
  readonly decidedBy: string | null;
}
