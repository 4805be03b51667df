import type { PolicyAction } from '@/domain/policy/policy';
import { COUNTED_AS, SHOWN_ACTIONS, type ActionCounts } from '../actions';

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
