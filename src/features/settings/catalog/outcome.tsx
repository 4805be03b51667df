import { CircleAlert, CircleCheck } from 'lucide-react';
import type { CatalogUpdate } from './catalog-status-types';
import { changeSummary, isProblem, OUTCOME_WORDS } from './update-words';

/** What an attempt came to, and why. */
export function Outcome({ update }: { update: CatalogUpdate }) {
  const { outcome, message } = update;
  if (outcome === null) return 'Running';
  const detail = message ?? changeSummary(update);
  const Icon = isProblem(outcome) ? CircleAlert : CircleCheck;
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${isProblem(outcome) ? 'text-danger-text' : 'text-muted'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        {OUTCOME_WORDS[outcome]}
        {detail !== null && <span className="text-muted">: {detail}</span>}
      </span>
    </span>
  );
}
