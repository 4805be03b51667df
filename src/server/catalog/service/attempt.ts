import { createHash } from 'node:crypto';
import type { DateChange } from '@/domain/catalog/diff';
import { type CatalogDocument, CatalogDocumentError } from '@/domain/catalog/endoflife-date';
import { beyondClocks } from '@/server/platform/clock';
import type { Deps } from '@/server/platform/deps';
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
  readonly parse: (text: string) => CatalogDocument | Promise<CatalogDocument>;
  /** Whether to believe a document that lacks much of what is stored. */
  readonly acceptsLosses: boolean;
  /** Whether to believe a document that was made before the one that was read last. */
  readonly acceptsOlder: boolean;
  readonly onStep?: (step: Step) => void;
}

export interface AttemptReport {
  readonly outcome: Outcome;
  /** The reason why nothing came of it; null when something did, or nothing had to. */
  readonly message: string | null;
  readonly summary: ImportSummary | null;
  readonly dateChanges: readonly DateChange[];
}

/**
 * Runs an attempt to its end and stores its outcome. A source that cannot be read and a document that is not
 * believed change nothing else; any other failure is logged, and stored without its cause.
 */
export async function runAttempt(deps: AttemptDeps, attempt: Attempt): Promise<AttemptReport> {
  try {
    return await tryAttempt(deps, attempt);
  } catch (error) {
    const { outcome, message, isExpected } = explain(error);
    const { revisionId } = attempt;
    if (isExpected) deps.logger.warn({ revisionId }, `the catalog was not updated: ${message}`);
    else deps.logger.error({ err: error, revisionId }, 'the catalog was not updated');
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
  const { revisionId, source, acceptsLosses, acceptsOlder } = attempt;
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
  const { products, madeAt } = await attempt.parse(new TextDecoder().decode(document.bytes));
  // A clock that is ahead would make every document after this one an older one.
  const isDated = madeAt !== null && madeAt <= beyondClocks(deps.clock.now());
  const { outcome, summary, diff } = await importProducts(
    deps,
    {
      revisionId,
      source,
      products,
      contentSha256: createHash('sha256').update(document.bytes).digest(),
      etag: document.etag,
      madeAt: isDated ? madeAt : null,
      acceptsLosses,
      acceptsOlder,
    },
    onStep,
  );
  await Promise.all(noting);
  deps.logger.info({ revisionId, outcome, ...summary }, 'catalog update ended');
  return { outcome, message: null, summary, dateChanges: diff.dateChanges };
}

function explain(error: unknown): { outcome: Outcome; message: string; isExpected: boolean } {
  if (error instanceof CatalogDocumentError)
    return { outcome: 'refused', message: error.message, isExpected: true };
  if (error instanceof CatalogFetchError)
    return { outcome: 'failed', message: error.message, isExpected: true };
  return { outcome: 'failed', message: 'Internal error; the log says more', isExpected: false };
}

/** Causes of an update of the catalog. */
export const TRIGGERS = ['schedule', 'request', 'command', 'start'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/**
 * Outcomes of an attempt. `unchanged`: the document says what is stored. `not_modified`: the source has no newer
 * document. `refused`: the document was read and not believed. `failed`: it could not be read.
 */
export const OUTCOMES = ['imported', 'unchanged', 'not_modified', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Steps of an attempt that runs. */
export const STEPS = ['fetching', 'reading', 'writing', 'updating findings'] as const;
export type Step = (typeof STEPS)[number];

/** Counts of what a finished attempt found and changed. */
export interface ImportSummary {
  /** Products in the document. */
  readonly products: number;
  readonly cycles: number;
  /** Products that the catalog did not have, had otherwise, or no longer has. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly dateChanges: number;
  /** Release cycles in organizations whose facts followed. */
  readonly softwareCycles: number;
}

/** The stored details of an attempt, without its outcome; each of them may be missing. */
export interface RevisionDetail {
  readonly step?: Step;
  /** Why it was refused or failed, for people. */
  readonly message?: string;
  readonly summary?: ImportSummary;
  /** When the document was made, as it says itself, in ISO 8601. */
  readonly madeAt?: string;
}
