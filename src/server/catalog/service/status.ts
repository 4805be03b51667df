import { type PageRequest, toPage } from '@/domain/pagination';
import type { Deps } from '@/server/platform/deps';
import { shownAddress } from './fetch-document';
import {
  dateChangePage,
  findDateChanges,
  findDocumentMadeAt,
  findFailingSince,
  findSourceHistory,
  lastRevisions,
  revisionPage,
  type RevisionRow,
} from '@/server/catalog/repository/revisions';
import { MAX_ATTEMPT_MS, nextAttemptAtMs } from './updater';

/** Makes the record of an attempt for everybody: when, from where and what came of it. */
export function toRevisionRecord(row: RevisionRow) {
  const { detail, startedAt, finishedAt } = row;
  return {
    id: row.id,
    revision: row.number,
    source: row.source,
    trigger: row.trigger,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    outcome: row.outcome,
    step: detail.step ?? null,
    summary: detail.summary ?? null,
  };
}

/**
 * Makes an attempt's record for operators: also who asked for it, who may be of any organization, and why it
 * failed.
 */
function toOperatorRevisionRecord(row: RevisionRow) {
  return {
    ...toRevisionRecord(row),
    actor_name: row.actorName,
    message: row.detail.message ?? null,
  };
}

/** Tells where the catalog comes from and how fresh it is: the same for every organization. */
export function catalogStatus(deps: Deps) {
  return statusWith(deps, toRevisionRecord);
}

/** Does as {@link catalogStatus}, for operators. */
export function catalogStatusForOperator(deps: Deps) {
  return statusWith(deps, toOperatorRevisionRecord);
}

async function statusWith<Shown>(deps: Deps, show: (row: RevisionRow) => Shown) {
  const { db, catalog, clock, env } = deps;
  const { revision, products } = catalog.current();
  const now = clock.now();
  const { running, last, lastRead, lastShipped, current } = await lastRevisions(db, now);
  const isRunning = running && now.getTime() - running.startedAt.getTime() < MAX_ATTEMPT_MS;
  const failingSince = await failingSinceOf(deps, lastRead, now);
  const madeAt = lastRead && (await findDocumentMadeAt(db, now));
  // Where nothing else is to bring a catalog, what is shipped is looked at with each start.
  const checked = lastRead ?? (env.catalogUrl === undefined ? lastShipped : null);
  return {
    revision,
    products: products.length,
    cycles: products.reduce((sum, { cycles }) => sum + cycles.length, 0),
    source: current?.source ?? null,
    updated_at: current?.finishedAt?.toISOString() ?? null,
    read_from: lastRead?.source ?? null,
    document_made_at: madeAt?.toISOString() ?? null,
    checked_at: checked?.finishedAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
    last: last && show(last),
    running: isRunning ? show(running) : null,
    schedule: await scheduleOf(deps),
  };
}

/** Tells since when updates fail; null where none is to come. */
async function failingSinceOf(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  lastRead: RevisionRow | null,
  now: Date,
): Promise<Date | null> {
  if (env.catalogUrl === undefined) return null;
  return findFailingSince(db, lastRead?.startedAt ?? null, now);
}

/**
 * Tells since when the catalog is as fresh as it is: the last look at its source, whatever is shipped later, since that
 * leaves alone what came from there. Where nothing was ever read, it waits for its address since it was first loaded; without
 * an address it is as new as what is shipped.
 */
export async function catalogFreshness(deps: Pick<Deps, 'db' | 'env' | 'clock'>) {
  const { db, env, clock } = deps;
  const now = clock.now();
  const { lastRead, firstShipped, lastShipped } = await lastRevisions(db, now);
  const hasAddress = env.catalogUrl !== undefined;
  const isRead = lastRead !== null;
  const fresh = lastRead ?? (hasAddress ? firstShipped : lastShipped);
  const freshAt = fresh?.finishedAt ?? null;
  const madeAt = isRead ? await findDocumentMadeAt(db, now) : null;
  const failingSince = await failingSinceOf(deps, lastRead, now);
  return { hasAddress, isRead, freshAt, madeAt, failingSince };
}

async function scheduleOf({ db, env, clock }: Deps) {
  const { catalogUrl, catalogIntervalMs } = env;
  if (catalogUrl === undefined) return null;
  const source = shownAddress(catalogUrl);
  const history = await findSourceHistory(db, source, clock.now());
  return {
    source,
    interval_minutes: Math.round(catalogIntervalMs / 60_000),
    next_at: history.last
      ? new Date(nextAttemptAtMs(history, catalogIntervalMs)).toISOString()
      : null,
  };
}

/** Lists attempts to update the catalog, newest first. For operators. */
export async function listRevisions({ db }: Deps, page: PageRequest) {
  const { items, total } = await revisionPage(db, page);
  return toPage(items.map(toOperatorRevisionRecord), total, page);
}

/** Lists end dates that updates changed, newest first; of one product when its slug is given. */
export async function listDateChanges(
  { db }: Deps,
  { product, ...page }: PageRequest & { readonly product?: string | null | undefined },
) {
  const { items, total } = await dateChangePage(db, product ?? null, page);
  const records = items.map((row) => ({
    id: row.id,
    product_slug: row.productSlug,
    product: row.product,
    cycle: row.cycle,
    kind: row.kind,
    level: row.level,
    old_ends_on: row.oldEndsOn,
    old_ended: row.oldEnded,
    new_ends_on: row.newEndsOn,
    new_ended: row.newEnded,
    changed_at: row.changedAt.toISOString(),
  }));
  return toPage(records, total, page);
}

/** Lists the end dates of some products that updates changed at a moment or after it, newest first, and counts all of them. */
export function dateChangesOf(
  { db }: Pick<Deps, 'db'>,
  asked: { readonly slugs: readonly string[]; readonly since: Date; readonly most: number },
) {
  return findDateChanges(db, asked);
}
