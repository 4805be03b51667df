import { z } from 'zod';
import { refusalOf } from '@/domain/errors';
import type { Deps } from '../deps';
import { recordId } from './inputs';

/** Acts of one call at most. Callers with more go on with another call. */
export const MAX_ACTS = 100;

/** The ids that an act is done to, one after the other. */
export const actedIds = z.array(recordId).min(1).max(MAX_ACTS);

/** What became of acts on many: each was done whole, or not at all. */
export const bulkOutcome = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), reason: z.string() })),
  /** A fault came before the end: what is in neither list was not done. */
  stopped: z.literal(true).optional(),
});

export type BulkOutcome = z.infer<typeof bulkOutcome>;

export interface Acting<Subject> {
  readonly idOf: (subject: Subject) => string;
  readonly act: (subject: Subject) => Promise<unknown>;
}

/**
 * Does the same to many, one after the other, each in a transaction of its own and an act of its own in the audit trail. What
 * is refused stops none of the others; a fault does, and whoever called learns what was done before it.
 * @throws what the very first act failed with, unless it was refused
 */
export async function actOnEach<Subject>(
  { logger }: { readonly logger: Pick<Deps['logger'], 'error'> },
  subjects: readonly Subject[],
  { idOf, act }: Acting<Subject>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [] };
  const byId = new Map(subjects.map((subject) => [idOf(subject), subject]));
  for (const [id, subject] of byId) {
    try {
      await act(subject);
      outcome.done.push(id);
    } catch (error) {
      const reason = refusalOf(error);
      if (reason !== null) {
        outcome.refused.push({ id, reason });
        continue;
      }
      if (outcome.done.length + outcome.refused.length === 0) throw error;
      logger.error({ err: error }, 'acts on many were stopped by a fault');
      return { ...outcome, stopped: true };
    }
  }
  return outcome;
}
