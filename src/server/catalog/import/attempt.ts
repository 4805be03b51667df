import { createHash } from 'node:crypto';
import type { Product } from '@/domain/catalog/catalog';
import type { DateChange } from '@/domain/catalog/catalog-diff';
import { CatalogDocumentError } from '@/domain/catalog/catalog-document-error';
import type { Deps } from '@/server/deps';
import type { ImportSummary, Outcome, Step } from '../revision';
import { finishRevision, noteStep } from '../repository/revisions';
import { CatalogFetchError, type SourceDocument } from './fetch-document';
import { importProducts } from './import-products';

export type AttemptDeps = Pick<Deps, 'db' | 'clock' | 'logger' | 'catalog'>;

/** An attempt that has begun: its revision is stored. */
export interface Attempt {
  readonly revisionId: string;
  readonly source: 'starter' | 'import';
  /** Null: the source has no newer document. */
  readonly fetch: () => Promise<SourceDocument | null>;
  readonly parse: (text: string) => Product[] | Promise<Product[]>;
  /** Whether to believe a document that lacks much of what is stored. */
  readonly acceptsLosses: boolean;
  readonly onStep?: (step: Step) => void;
}

export interface AttemptReport {
  readonly outcome: Outcome;
  /** Why nothing came of it; null when something did, or nothing had to. */
  readonly message: string | null;
  readonly summary: ImportSummary | null;
  readonly dateChanges: readonly DateChange[];
}

/**
 * Runs an attempt to its end and stores what came of it. A source that cannot be read and a document that is
 * not believed change nothing else; whatever else goes wrong is logged, and stored without its cause.
 */
export async function runAttempt(deps: AttemptDeps, attempt: Attempt): Promise<AttemptReport> {
  try {
    return await tryAttempt(deps, attempt);
  } catch (error) {
    const { outcome, message, isExpected } = explain(error);
    const { revisionId } = attempt;
    if (isExpected) deps.logger.warn({ revisionId }, `the catalogue was not updated: ${message}`);
    else deps.logger.error({ err: error, revisionId }, 'the catalogue was not updated');
    await finishRevision(deps.db, attempt.revisionId, {
      outcome,
      detail: { message },
      finishedAt: deps.clock.now(),
      contentSha256: null,
      etag: null,
    });
    return { outcome, message, summary: null, dateChanges: [] };
  }
}

async function tryAttempt(deps: AttemptDeps, attempt: Attempt): Promise<AttemptReport> {
  const { revisionId, source, acceptsLosses } = attempt;
  const noting: Promise<void>[] = [];
  // Not waited for: the import holds a lock that others wait for, perhaps with all the other connections.
  const onStep = (step: Step) => {
    attempt.onStep?.(step);
    const noted = noteStep(deps.db, revisionId, { step }).catch((err: unknown) => {
      deps.logger.warn({ err, revisionId, step }, 'a step of the update could not be noted');
    });
    noting.push(noted);
  };
  onStep('fetching');
  const document = await attempt.fetch();
  if (!document) {
    const finishedAt = deps.clock.now();
    const nothing = { detail: {}, contentSha256: null, etag: null };
    await finishRevision(deps.db, revisionId, { outcome: 'not_modified', finishedAt, ...nothing });
    return { outcome: 'not_modified', message: null, summary: null, dateChanges: [] };
  }
  onStep('reading');
  const products = await attempt.parse(new TextDecoder().decode(document.bytes));
  const { outcome, summary, diff } = await importProducts(
    deps,
    {
      revisionId,
      source,
      products,
      contentSha256: createHash('sha256').update(document.bytes).digest(),
      etag: document.etag,
      acceptsLosses,
    },
    onStep,
  );
  await Promise.all(noting);
  deps.logger.info({ revisionId, outcome, ...summary }, 'catalogue update ended');
  return { outcome, message: null, summary, dateChanges: diff.dateChanges };
}

function explain(error: unknown): { outcome: Outcome; message: string; isExpected: boolean } {
  if (error instanceof CatalogDocumentError)
    return { outcome: 'refused', message: error.message, isExpected: true };
  if (error instanceof CatalogFetchError)
    return { outcome: 'failed', message: error.message, isExpected: true };
  return { outcome: 'failed', message: 'Internal error; the log says more', isExpected: false };
}
