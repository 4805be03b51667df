import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import type { PolicyAction } from '@/domain/policy/policy';
import { cn } from '@/lib/cn';

/** Verdicts of policies on images, the worst first. */
export const SHOWN_ACTIONS = ['DENY', 'WARN', 'ALLOW'] as const satisfies readonly PolicyAction[];

/** The same for one policy alone: what it lets pass another one may stop. */
export const DECIDED_ACTIONS = ['DENY', 'WARN'] as const satisfies readonly PolicyAction[];

/** Names of images with these verdicts. */
export const ACTION_WORDS = {
  DENY: 'Denied',
  WARN: 'Warned',
  ALLOW: 'Allowed',
} as const satisfies Record<PolicyAction, string>;

/** Under which name a forecast counts an action. */
export const COUNTED_AS = {
  DENY: 'denied',
  WARN: 'warned',
  ALLOW: 'allowed',
} as const satisfies Record<PolicyAction, string>;

/** How many images there are of each. */
export interface ActionCounts {
  readonly denied: number;
  readonly warned: number;
  readonly allowed: number;
}

const MARKS = {
  DENY: { Icon: Ban, className: 'text-danger-text' },
  WARN: { Icon: TriangleAlert, className: 'text-fg' },
  ALLOW: { Icon: CircleCheck, className: 'text-subtle' },
} as const;

/** An action by its shape. Silent: a word stands beside it. */
export function ActionMark({ action, className }: { action: PolicyAction; className?: string }) {
  const { Icon, className: colour } = MARKS[action];
  return <Icon aria-hidden className={cn('size-3.5 shrink-0', colour, className)} />;
}
