import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

/** State of the catalog as everybody sees it. */
export type CatalogStatus = Outputs['catalog']['status'];

/** One attempt to update the catalog; actor and message are for operators only. */
export type CatalogUpdate = NonNullable<CatalogStatus['last']> &
  Partial<Pick<Outputs['operator']['catalogUpdates']['items'][number], 'actor_name' | 'message'>>;

type Outcome = NonNullable<CatalogUpdate['outcome']>;
type Step = NonNullable<CatalogUpdate['step']>;

/** Names of outcomes. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  imported: 'Updated',
  unchanged: 'Nothing new',
  not_modified: 'Nothing new',
  refused: 'Refused',
  failed: 'Failed',
};

/** Tells whether an attempt went wrong. */
export function isProblem(outcome: Outcome | null): boolean {
  return outcome === 'refused' || outcome === 'failed';
}

/** Names of triggers. */
export const TRIGGER_WORDS: Record<CatalogUpdate['trigger'], string> = {
  schedule: 'by schedule',
  request: 'on request',
  command: 'by a command',
  start: 'at the start of the service',
};

/** Steps of an attempt, in their order. */
export const STEP_WORDS: readonly { readonly step: Step; readonly words: string }[] = [
  { step: 'fetching', words: 'Fetching the document' },
  { step: 'reading', words: 'Reading it' },
  { step: 'writing', words: 'Writing the catalog' },
  { step: 'updating findings', words: 'Updating findings' },
];

/** Sums up what an attempt changed, in one line; null when it changed nothing. */
export function changeSummary({ outcome, summary }: CatalogUpdate): string | null {
  if (outcome !== 'imported' || summary === null) return null;
  const parts = [
    summary.added > 0 && countOf(summary.added, 'product added', 'products added'),
    summary.changed > 0 && countOf(summary.changed, 'product changed', 'products changed'),
    summary.removed > 0 && countOf(summary.removed, 'product removed', 'products removed'),
    summary.dateChanges > 0 &&
      countOf(summary.dateChanges, 'end date changed', 'end dates changed'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(', ');
}

/** Names the source of an attempt. */
export function sourceWord(source: string): string {
  return source === 'starter' ? 'Shipped with this service' : source;
}

/** Number of changed end dates that are shown. */
export const DATE_CHANGES_SHOWN = 20;
