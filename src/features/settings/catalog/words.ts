import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

/** What everybody sees of the catalogue's state. */
export type CatalogStatus = Outputs['catalog']['status'];

/** One attempt to update the catalogue. Who asked for it, and why nothing came of it, is for operators. */
export type CatalogUpdate = NonNullable<CatalogStatus['last']> &
  Partial<Pick<Outputs['operator']['catalogUpdates']['items'][number], 'actor_name' | 'message'>>;

type Outcome = NonNullable<CatalogUpdate['outcome']>;
type Step = NonNullable<CatalogUpdate['step']>;

/** What an attempt came to. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  imported: 'Updated',
  unchanged: 'Nothing new',
  not_modified: 'Nothing new',
  refused: 'Refused',
  failed: 'Failed',
};

/** Whether nothing came of an attempt though something should have. */
export function isProblem(outcome: Outcome | null): boolean {
  return outcome === 'refused' || outcome === 'failed';
}

/** Why it was tried. */
export const TRIGGER_WORDS: Record<CatalogUpdate['trigger'], string> = {
  schedule: 'by schedule',
  request: 'on request',
  command: 'by a command',
  start: 'at the start of the service',
};

/** The steps of an attempt, in their order, as they are told while it runs. */
export const STEP_WORDS: readonly { readonly step: Step; readonly words: string }[] = [
  { step: 'fetching', words: 'Fetching the document' },
  { step: 'reading', words: 'Reading it' },
  { step: 'writing', words: 'Writing the catalogue' },
  { step: 'updating findings', words: 'Updating findings' },
];

/** What an attempt changed, in one line; null when it changed nothing. */
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

/** Where an attempt looked. */
export function sourceWord(source: string): string {
  return source === 'starter' ? 'Shipped with this service' : source;
}

/** How much of the list is shown. */
export const DATE_CHANGES_SHOWN = 20;
