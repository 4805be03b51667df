import { v7 as uuidv7 } from 'uuid';
import { conflict } from '@/domain/errors';
import { recordInstallationAudit, type Doer } from '@/server/audit/service';
import type { Transaction } from '@/server/db';
import type { Deps } from '@/server/deps';
import { oncePer } from '@/server/once-per';
import { runAttempt, type AttemptReport } from '../import/attempt';
import { fetchDocument, shownAddress } from '../import/fetch-document';
import { readDocument } from '../import/read-document';
import { lockClaims } from '../repository/locks';
import {
  endInterrupted,
  findKnownEtag,
  findSourceHistory,
  insertRevision,
  isAttemptRunning,
} from '../repository/revisions';
import type { Trigger } from '../revision';
import { nextAttemptAtMs } from './due';

/** An attempt that takes longer than this has died with its process. */
export const MAX_ATTEMPT_MS = 600_000;

/** Brings the catalogue up to date from `CATALOG_URL`. Of all processes on a database one does so at a time. */
export class CatalogUpdater {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly deps: Deps,
    private readonly fetch: typeof globalThis.fetch = globalThis.fetch,
  ) {}

  /** Updates when it is time to; null when it is not, or another process does. */
  async updateWhenDue(): Promise<AttemptReport | null> {
    const { catalogUrl, catalogIntervalMs } = this.deps.env;
    if (catalogUrl === undefined) return null;
    const revisionId = await this.claim('schedule', null, async (tx, source, now) => {
      const history = await findSourceHistory(tx, source);
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
      throw conflict('The catalogue has no address to be updated from: CATALOG_URL is not set');
    }
    const revisionId = await this.claim('request', actor, () => Promise.resolve(true));
    if (revisionId === null) throw conflict('The catalogue is being updated already');
    this.run(revisionId, catalogUrl).catch((err: unknown) => {
      this.deps.logger.error({ err, revisionId }, 'the catalogue was not updated');
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
      await endInterrupted(tx, new Date(now.getTime() - MAX_ATTEMPT_MS), now);
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

  private run(revisionId: string, url: string): Promise<AttemptReport> {
    const attempt = runAttempt(this.deps, {
      revisionId,
      source: 'import',
      parse: readDocument,
      acceptsLosses: false,
      fetch: async () =>
        fetchDocument(url, {
          etag: await findKnownEtag(this.deps.db, shownAddress(url)),
          signal: this.stopping.signal,
          fetch: this.fetch,
        }),
    });
    this.running.add(attempt);
    return attempt.finally(() => this.running.delete(attempt));
  }

  /** Ends what is being fetched, and waits for what is being written. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.running);
  }
}

/** The updater of a process. */
export const catalogUpdaterOf = oncePer((deps: Deps) => new CatalogUpdater(deps));
