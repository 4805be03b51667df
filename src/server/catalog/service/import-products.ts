import type { Product } from '@/domain/catalog/catalog';
import { CatalogDocumentError } from '@/domain/catalog/endoflife-date';
import { type CatalogDiff, diffCatalog } from '@/domain/catalog/diff';
import { foldedName, productsByName } from '@/domain/catalog/product-names';
import { dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { followCatalogEverywhere, type MovedCycle } from '@/server/catalog/repository/follow';
import { noteFacts, noteKnownCycles } from '@/server/catalog/repository/facts';
import { lockCatalog } from '@/server/catalog/repository/locks';
import {
  insertDateChanges,
  loadCatalog,
  removedBefore,
  removeProducts,
  writeNames,
  writeOlderLines,
  writeProducts,
} from '@/server/catalog/repository/products';
import {
  announceCatalog,
  findDocumentMadeAt,
  finishRevision,
} from '@/server/catalog/repository/revisions';
import type { ImportSummary, Step } from './attempt';
import { tellOfMoved } from './moved-dates';

/** A document that was read, for a revision that has begun. */
export interface ReadDocument {
  readonly revisionId: string;
  readonly source: 'starter' | 'import';
  readonly products: readonly Product[];
  readonly contentSha256: Buffer;
  readonly etag: string | null;
  /** When it was made, as it says itself; null: it does not, or says what cannot be. */
  readonly madeAt: Date | null;
  /** Whether to believe a document that lacks much of what is stored. */
  readonly acceptsLosses: boolean;
  /** Whether to believe a document that was made before the one that was read last. */
  readonly acceptsOlder: boolean;
}

/** More than this share of the imported products or cycles does not vanish from one day to the next. */
const MAX_LOST_SHARE = 0.2;
/** A catalog of a few products may lose one. */
const FEW = 10;

export interface ImportResult {
  readonly outcome: 'imported' | 'unchanged';
  readonly summary: ImportSummary;
  readonly diff: CatalogDiff;
}

/**
 * Makes the catalog, and what organizations have found, agree with a document, and ends its revision: all of it in
 * one transaction. Imports take turns.
 * @param onStep hears what is being done; also again, when the transaction must be repeated
 * @throws CatalogDocumentError when the document lacks too much of what is stored, or is older than that
 */
export async function importProducts(
  { db, clock, catalog }: Pick<Deps, 'db' | 'clock' | 'catalog'>,
  document: ReadDocument,
  onStep: (step: Step) => void,
): Promise<ImportResult> {
  const result = await db.transaction(async (tx) => {
    await lockCatalog(tx);
    const { products: stored } = await loadCatalog(tx);
    const diff = diffCatalog(stored, document.products, document.source);
    if (!document.acceptsLosses) requirePlausible(stored, diff, document.source);
    const at = clock.now();
    const outcome = isEmpty(diff) ? ('unchanged' as const) : ('imported' as const);
    const madeAt = await dateOf(tx, document, outcome, at);
    const softwareCycles = outcome === 'imported' ? await apply(tx, document, diff, at, onStep) : 0;
    const summary = summaryOf(document.products, diff, softwareCycles);
    await finishRevision(tx, document.revisionId, {
      outcome,
      detail: { summary, ...(madeAt && { madeAt: madeAt.toISOString() }) },
      finishedAt: clock.now(),
      contentSha256: document.contentSha256,
      etag: document.etag,
    });
    return { outcome, summary, diff };
  });
  await catalog.refresh();
  return result;
}

async function apply(
  tx: Transaction,
  { revisionId, source }: ReadDocument,
  diff: CatalogDiff,
  at: Date,
  onStep: (step: Step) => void,
): Promise<number> {
  onStep('writing');
  await removeProducts(tx, diff.removed);
  await writeProducts(tx, [...diff.added, ...diff.changed], at);
  await writeNames(tx, diff.next);
  await writeOlderLines(tx, diff.next);
  const returned = await removedBefore(tx, diff.appeared);
  await insertDateChanges(tx, revisionId, [...diff.dateChanges, ...returned], at);
  await noteFacts(tx, at);
  await noteKnownCycles(tx, at);
  onStep('updating findings');
  const softwareCycles = await followCatalogEverywhere(
    tx,
    at,
    sayingWhatMoved(tx, source, diff, at),
  );
  await announceCatalog(tx);
  return softwareCycles;
}

const SAYERS = { starter: 'the starter catalog', import: 'endoflife.date' } as const;

/** Tells organizations which of their dates an import has moved. */
function sayingWhatMoved(
  tx: Transaction,
  source: ReadDocument['source'],
  { next }: CatalogDiff,
  at: Date,
) {
  const byName = productsByName(next);
  const view = {
    productNamed: (name: string) => byName.get(foldedName(name)) ?? null,
    upstreamOf: () => null,
  };
  const mover = { catalog: SAYERS[source], person: null };
  return (organizationId: OrganizationId, moved: readonly MovedCycle[]) =>
    tellOfMoved(tx, organizationId, moved, mover, { view, at });
}

const isEmpty = ({ added, changed, removed }: CatalogDiff) =>
  added.length + changed.length + removed.length === 0;

const cyclesIn = (products: readonly Product[]) =>
  products.reduce((sum, { cycles }) => sum + cycles.length, 0);

function requirePlausible(
  stored: readonly Product[],
  diff: CatalogDiff,
  source: ReadDocument['source'],
): void {
  const before = stored.filter((product) => product.source === source);
  const after = diff.next.filter((product) => product.source === source);
  const losses = [
    ['products', before.length, before.length - diff.removed.length],
    ['release cycles', cyclesIn(before), cyclesIn(after)],
  ] as const;
  for (const [things, had, has] of losses) {
    if (had > FEW && has < had * (1 - MAX_LOST_SHARE)) {
      throw new CatalogDocumentError(
        `The document has only ${String(has)} of the ${String(had)} ${things} that were imported before; too many to have ended`,
      );
    }
  }
}

/**
 * Tells of when the catalog is with a document. One that says what is stored takes nothing of its date away.
 * @throws CatalogDocumentError when it was made before the document that was read last
 */
async function dateOf(
  tx: Transaction,
  { source, madeAt, acceptsOlder }: ReadDocument,
  outcome: ImportResult['outcome'],
  at: Date,
): Promise<Date | null> {
  const knownAt = source === 'import' && madeAt ? await findDocumentMadeAt(tx, at) : null;
  if (!madeAt || !knownAt || madeAt >= knownAt) return madeAt;
  if (outcome === 'unchanged') return knownAt;
  if (acceptsOlder) return madeAt;
  throw new CatalogDocumentError(
    `The document was made on ${dayOf(madeAt)}, before the one of ${dayOf(knownAt)} that was imported last: what has changed in between would be undone`,
  );
}

function summaryOf(
  products: readonly Product[],
  { added, changed, removed, dateChanges }: CatalogDiff,
  softwareCycles: number,
): ImportSummary {
  return {
    products: products.length,
    cycles: cyclesIn(products),
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    dateChanges: dateChanges.length,
    softwareCycles,
  };
}
