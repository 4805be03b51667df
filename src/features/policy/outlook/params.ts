import type { PolicyAction } from '@/domain/policy/policy';
import { type ActionCounts, COUNTED_AS, SHOWN_ACTIONS } from '@/features/policy/words';
import type { PolicyBody } from '@/features/policy/types';

/** Which images of a forecast are listed. */
export interface Selection {
  readonly action: PolicyAction;
  /** Null: today, whatever day that is. */
  readonly on: string | null;
}

/** The worst that happens to any image; denial when nothing happens to any. */
export function worstOf(counts: ActionCounts): PolicyAction {
  const found = SHOWN_ACTIONS.find(
    (action) => action !== 'ALLOW' && counts[COUNTED_AS[action]] > 0,
  );
  return found ?? 'DENY';
}

/** Whose outlook is shown. */
export interface OutlookQuestion {
  /** The policy that is edited; null for a new one. */
  readonly policyId: string | null;
  /** The policy as it would be; null asks for the policies as they are. */
  readonly body: PolicyBody | null;
  /** Only what this policy decides. */
  readonly decidedBy: string | null;
}
