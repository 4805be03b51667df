import { z } from 'zod';
import { isDomainError } from '@/domain/errors';
import { recordId } from './inputs';

/** Acts of one call at most: each is a transaction of its own. Callers with more go on with another call. */
export const MAX_ACTS = 100;

/** The ids that an act is done to, one after the other. */
export const actedIds = z.array(recordId).min(1).max(MAX_ACTS);

/** What became of acts on many: each was done whole, or not at all. */
export const bulkOutcome = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), reason: z.string() })),
});

export type BulkOutcome = z.infer<typeof bulkOutcome>;

/**
 * Does the same to many, one after the other, each an act of its own in the audit trail. What is refused stops none of the
 * others; a fault does.
 */
export async function actOnEach<Subject>(
  subjects: readonly Subject[],
  idOf: (subject: Subject) => string,
  act: (subject: Subject) => Promise<unknown>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [] };
  const byId = new Map(subjects.map((subject) => [idOf(subject), subject]));
  for (const [id, subject] of byId) {
    try {
      await act(subject);
      outcome.done.push(id);
    } catch (error) {
      if (!isDomainError(error) || error.code === 'unavailable') throw error;
      outcome.refused.push({ id, reason: error.faults[0]?.msg ?? error.message });
    }
  }
  return outcome;
}
