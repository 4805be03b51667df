import pLimit from 'p-limit';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import type { LogFields } from '@/server/platform/log-fields';
import type { JobOutcome } from '@/server/platform/signals';

/** The organization itself, or some work for one. */
type Turn = string | { readonly organizationId: string };

/** What came of giving each its turn. */
export interface Turns {
  /** The number of those that failed: a round with any has failed for whoever measures it. */
  readonly failed: number;
}

export interface Giving<One extends Turn> {
  /** What is logged of a turn that fails. */
  readonly failure: string;
  readonly level?: 'error' | 'warn';
  /** What the line says beside the error and the organization. */
  readonly about?: (one: One) => LogFields;
  /** Turns that are taken at a time; one unless told otherwise. */
  readonly atOnce?: number;
  readonly signal?: AbortSignal;
}

/**
 * Goes through organizations. One that fails is logged and counted, and keeps no other from its turn.
 * @throws what the signal says once it is aborted: no turn begins any more, and those that have begun are over
 */
export async function giveTurns<One extends Turn>(
  { logger }: Pick<Deps, 'logger'>,
  turns: readonly One[],
  take: (organizationId: OrganizationId, one: One) => Promise<unknown>,
  { failure, level = 'error', about, atOnce = 1, signal }: Giving<One>,
): Promise<Turns> {
  const limit = pLimit(atOnce);
  let failed = 0;
  const fail = (err: unknown, organizationId: OrganizationId, one: One) => {
    // It was broken off.
    if (signal?.aborted) return;
    failed += 1;
    logger[level]({ err, organizationId, ...about?.(one) }, failure);
  };
  await Promise.all(
    turns.map((one) =>
      limit(async () => {
        if (signal?.aborted) return;
        const id = typeof one === 'string' ? one : one.organizationId;
        const organizationId = mintOrganizationId(id);
        try {
          await take(organizationId, one);
        } catch (err) {
          fail(err, organizationId, one);
        }
      }),
    ),
  );
  signal?.throwIfAborted();
  return { failed };
}

/** What came of a round through organizations, as `runJob` asks. */
export const outcomeOf = ({ failed }: Turns): JobOutcome => (failed > 0 ? 'failed' : 'done');
