import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import type { PolicyAction } from '@/domain/policy/policy';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { cn } from '@/lib/cn';
import { countOf } from '@/lib/numbers';
import type { PolicyEffects } from './types';

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

/** The same of software or a package in an image: it gets a warning, and is not warned. */
export const FINDING_WORDS = {
  ...ACTION_WORDS,
  WARN: 'Warning',
} as const satisfies Record<PolicyAction, string>;

/**
 * What a policy does today to software, before its name. Since when is not said: counted back from the end it may be a
 * day long before the software was first seen.
 */
export const BY_POLICY = { DENY: 'Denied by', WARN: 'Warned of by' } as const satisfies Record<
  Exclude<PolicyAction, 'ALLOW'>,
  string
>;

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

/** What a policy for what runs goes by today: how much runs, or that nobody knows. */
export function RunningNote({ running }: { running: PolicyEffects['running'] | undefined }) {
  if (!running) return null;
  if (running.known) {
    return (
      <p className="text-sm text-muted">
        {countOf(running.images, 'image')} {running.images === 1 ? 'runs' : 'run'} in a{' '}
        <TextLink href={hrefs.clusters}>cluster</TextLink> now; it judges no other. Scanners are not
        told of it, as they cannot know what runs.
      </p>
    );
  }
  return (
    <p role="status" className="flex min-w-0 items-start gap-2 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        No cluster has reported for a week, so nobody knows what runs: policies for what runs decide
        nothing until a <TextLink href={hrefs.clusters}>cluster</TextLink> reports.
      </span>
    </p>
  );
}
