'use client';

import type { PolicyAction } from '@/domain/policy/policy';
import { cn } from '@/lib/cn';
import { formatCount } from '@/lib/numbers';
import { ACTION_WORDS, ActionMark, COUNTED_AS, type ActionCounts } from '../actions';

export interface OutlookFiguresProps {
  counts: ActionCounts;
  actions: readonly PolicyAction[];
  /** The same without the change; what differs is told beside the numbers. */
  before: ActionCounts | null;
  /** What is listed below, when that is about today. */
  chosen: PolicyAction | null;
  onChoose: (action: PolicyAction) => void;
}

/** How many images are denied, warned and allowed today. Pressing a number lists them. */
export function OutlookFigures({ counts, actions, before, chosen, onChoose }: OutlookFiguresProps) {
  return (
    <div
      role="group"
      aria-label="Images today"
      className="grid auto-cols-fr grid-flow-col gap-px overflow-hidden rounded-md border bg-border"
    >
      {actions.map((action) => {
        const count = counts[COUNTED_AS[action]];
        return (
          <button
            key={action}
            type="button"
            aria-pressed={chosen === action}
            onClick={() => onChoose(action)}
            className={cn(
              'grid content-start gap-0.5 bg-surface px-3 py-2 text-left -outline-offset-2 transition-colors hover:bg-hover',
              chosen === action && 'bg-active hover:bg-active',
            )}
          >
            <span className="flex items-center gap-1.5 text-xs text-muted">
              <ActionMark action={action} />
              {ACTION_WORDS[action]} today
            </span>
            <span data-numeric className="text-xl font-semibold tracking-tight">
              {formatCount(count)}
            </span>
            {before && (
              <span data-numeric className="text-xs text-muted">
                {differenceWords(count, before[COUNTED_AS[action]])}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function differenceWords(after: number, before: number): string {
  if (after === before) return 'as now';
  return `${after > before ? '+' : '−'}${formatCount(Math.abs(after - before))}, now ${formatCount(before)}`;
}
