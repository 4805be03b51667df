import { TOLD_FOR_DAYS } from '@/domain/registry/age';
import type { Evidence, Statement } from '@/domain/registry/evidence';
import type { Clock } from '@/server/platform/clock';
import type { Database } from '@/server/platform/db/db';
import type { Logger } from '@/server/platform/log';
import { pruneEvidence, saveAnswer, saveFailure } from '@/server/registry/repository/evidence';

const HOUR_MS = 60 * 60 * 1000;
const ANSWER_LIFETIME_MS = 24 * HOUR_MS;
const FAILURE_LIFETIME_MS = HOUR_MS;
/** Milliseconds after which evidence that could not be renewed is no longer given, and unasked evidence is dropped. */
export const EVIDENCE_LIFETIME_MS = TOLD_FOR_DAYS * 24 * HOUR_MS;
/** About 30 MB: names are free to invent, and disks are not. */
const MAX_ROWS = 100_000;
const WRITES_PER_PRUNING = 500;

export interface KeeperParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** From then on a failure to write is no news. */
  readonly stopped: AbortSignal;
}

/**
 * Stores the outcomes of questions. Never throws: an outcome that cannot be stored is asked for again by the next
 * caller.
 */
export interface EvidenceKeeper {
  keepAnswer(key: string, said: Statement | null): Promise<Evidence | null>;
  keepFailure(key: string): Promise<void>;
}

/** Makes a keeper that stores outcomes in the database, and keeps the table within bounds. */
export function createEvidenceKeeper({ db, clock, logger, stopped }: KeeperParts): EvidenceKeeper {
  let writes = 0;
  const after = (durationMs: number) => new Date(clock.now().getTime() + durationMs);

  async function keep(write: Promise<void>): Promise<void> {
    try {
      await write;
      writes += 1;
      if (writes % WRITES_PER_PRUNING === 1)
        await pruneEvidence(db, after(-EVIDENCE_LIFETIME_MS), MAX_ROWS);
    } catch (error) {
      if (!stopped.aborted)
        logger.error({ err: error }, 'the evidence of a registry could not be kept');
    }
  }

  return {
    keepAnswer: async (key, said) => {
      const checkedAt = clock.now();
      const times = { checkedAt, refreshAfter: after(ANSWER_LIFETIME_MS) };
      await keep(saveAnswer(db, key, said, times));
      return said && { ...said, checkedAt };
    },
    keepFailure: (key) => keep(saveFailure(db, key, after(FAILURE_LIFETIME_MS))),
  };
}
