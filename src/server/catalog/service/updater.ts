import { v7 as uuidv7 } from 'uuid';
import { conflict } from '@/domain/errors';
import { type Doer, recordInstallationAudit } from '@/server/audit/service';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { runJob } from '@/server/platform/jobs/run-job';
import { oncePer } from '@/server/platform/once-per';
import { configuredFetch } from '@/server/platform/outbound/configured-fetch';
import { type AttemptReport, runAttempt, type Trigger } from './attempt';
import { fetchDocument, shownAddress } from './fetch-document';
import { readDocument } from './read-document';
import { lockClaims } from '../repository/locks';
import {
  endInterrupted,
  findKnownEtag,
  findSourceHistory,
  insertRevision,
  isAttemptRunning,
} from '../repository/revisions';
import { hash } from 'node:crypto';

/** Milliseconds after which an attempt has died with its process. */
export const MAX_ATTEMPT_MS = 600_000;

/** Updates the catalog from `CATALOG_URL`. Of all processes on a database one does so at a time. */
export class CatalogUpdater {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly deps: Deps,
    private readonly fetch = configuredFetch(deps.env),
  ) {}

  /** Updates when it is time to; null when it is not, or another process does. */
  async updateWhenDue(): Promise<AttemptReport | null> {
    const { catalogUrl, catalogIntervalMs } = this.deps.env;
    if (catalogUrl === undefined) {
      // Who imports files may be killed as well.
      await this.endInterrupted(this.deps.db);
      return null;
    }
    const revisionId = await this.claim('schedule', null, async (tx, source, now) => {
      const history = await findSourceHistory(tx, source, now);
      return nextAttemptAtMs(history, catalogIntervalMs) <= now.getTime();
    });
    return revisionId === null ? null : this.run(revisionId, catalogUrl);
  }

  /**
   * Begins an update, which goes on by itself.
   * @returns the id of its revision
   * @throws DomainError 409 when no address is set or an update runs already
   */
  async request(actor: Doer): Promise<string> {
    const { catalogUrl } = this.deps.env;
    if (catalogUrl === undefined) {
      throw conflict('The catalog has no address to be updated from: CATALOG_URL is not set');
    }
    const revisionId = await this.claim('request', actor, () => Promise.resolve(true));
    if (revisionId === null) throw conflict('The catalog is being updated already');
    this.run(revisionId, catalogUrl).catch((err: unknown) => {
      this.deps.logger.error({ err, revisionId }, 'the catalog was not updated');
    });
    return revisionId;
  }

  /** Begins an attempt unless one runs; null when it does, or `mayBegin` says no. */
  private claim(
    trigger: Trigger,
    actor: Doer | null,
    mayBegin: (tx: Transaction, source: string, now: Date) => Promise<boolean>,
  ): Promise<string | null> {
    const { db, clock, env } = this.deps;
    const source = shownAddress(env.catalogUrl ?? '');
    return db.transaction(async (tx) => {
      await lockClaims(tx);
      const now = clock.now();
      await this.endInterrupted(tx);
      if ((await isAttemptRunning(tx)) || !(await mayBegin(tx, source, now))) return null;
      const id = uuidv7();
      const actorName = actor?.name ?? null;
      await insertRevision(tx, { id, source, trigger, actorName, startedAt: now });
      if (actor) {
        await recordInstallationAudit(tx, actor, {
          at: now,
          action: 'catalog.refresh',
          subjectKind: 'catalog_revision',
          subjectId: id,
          detail: { source },
        });
      }
      return id;
    });
  }

  private async endInterrupted(db: Transaction): Promise<void> {
    const now = this.deps.clock.now();
    await endInterrupted(db, new Date(now.getTime() - MAX_ATTEMPT_MS), now);
  }

  private run(revisionId: string, url: string): Promise<AttemptReport> {
    const work = () =>
      runAttempt(this.deps, {
        revisionId,
        source: 'import',
        parse: readDocument,
        acceptsLosses: false,
        acceptsOlder: false,
        fetch: async () =>
          fetchDocument(url, {
            etag: await findKnownEtag(this.deps.db, shownAddress(url)),
            signal: this.stopping.signal,
            fetch: this.fetch,
          }),
      });
    const outcomeOf = ({ outcome }: AttemptReport) =>
      outcome === 'failed' || outcome === 'refused' ? 'failed' : 'done';
    const attempt = runJob('update catalog', work, this.stopping.signal, outcomeOf);
    this.running.add(attempt);
    return attempt.finally(() => this.running.delete(attempt));
  }

  /** Ends a fetch under way, and waits for a write under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.running);
  }
}

/** Gives the updater of a process. */
export const catalogUpdaterOf = oncePer((deps: Deps) => new CatalogUpdater(deps));

/** The attempts at one source so far. */
export interface SourceHistory {
  /** The last attempt, whatever came of it; null: there was none. */
  readonly last: { readonly id: string; readonly startedAt: Date } | null;
  /** Attempts that have failed or been refused since one that was neither. */
  readonly failures: number;
}

const FIRST_RETRY_MS = 60_000;
/** Retries come up to this share earlier or later, so that many installations do not come at once. */
const JITTER_SHARE = 0.2;

/**
 * Computes when a source is to be asked next, in milliseconds since the epoch: an interval after the last success;
 * after failures sooner, in doubling steps that end at the interval. The jitter follows from the attempt's id:
 * every process comes to the same answer, however often it asks.
 */
export function nextAttemptAtMs({ last, failures }: SourceHistory, intervalMs: number): number {
  if (!last) return 0;
  const startedMs = last.startedAt.getTime();
  if (failures === 0) return startedMs + intervalMs;
  const stepMs = Math.min(intervalMs, FIRST_RETRY_MS * 2 ** (failures - 1));
  return startedMs + stepMs * (1 + JITTER_SHARE * (2 * fractionOf(last.id) - 1));
}

/** Makes a number from 0 to 1 that follows from a text and looks like chance. */
function fractionOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 0xffffffff;
}
