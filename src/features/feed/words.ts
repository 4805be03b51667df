import type { FeedScope } from '@/domain/feed/address';
import type { FeedTarget } from './types';

/** Names a kind of scope in tables. */
export const SCOPE_WORDS: Readonly<Record<FeedScope, string>> = {
  organization: 'Organization',
  team: 'Team',
  mine: 'Somebody’s teams',
  project: 'Project',
  image: 'Image',
  product: 'Product',
};

/** Says what a target's feeds hold: `the project acme/shop`. */
export function targetWords({ scope, name }: FeedTarget): string {
  if (scope === 'organization') return 'the whole organization';
  if (scope === 'mine') return 'what your teams own';
  return `the ${SCOPE_WORDS[scope].toLowerCase()} ${name}`;
}

/** Reminders that the dialog offers, as the calendar's parameter has them. */
export const REMINDER_CHOICES = [
  { value: 'none', label: 'On the day alone' },
  { value: '30', label: '30 days before, too' },
  { value: '90,30', label: '90 and 30 days before, too' },
  { value: '180,90,30,7', label: '180, 90, 30 and 7 days before, too' },
] as const;
export type Reminders = (typeof REMINDER_CHOICES)[number]['value'];
