import { type PageRequest, toPage } from '@/domain/pagination';
import type { Deps } from '@/server/platform/deps';
import { shownAddress } from './fetch-document';
import {
  dateChangePage,
  findDateChanges,
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
  const { db, catalog, clock } = deps;
  const { revision, products } = catalog.current();
  const now = clock.now();
  const { running, last, lastSuccess, current } = await lastRevisions(db, now);
  const isRunning = running && now.getTime() - running.startedAt.getTime() < MAX_ATTEMPT_MS;
  const failingSince = await findFailingSince(db, lastSuccess?.startedAt ?? null, now);
  return {
    revision,
    products: products.length,
    cycles: products.reduce((sum, { cycles }) => sum + cycles.length, 0),
    source: current?.source ?? null,
    updated_at: current?.finishedAt?.toISOString() ?? null,
    checked_at: lastSuccess?.finishedAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
    last: last && show(last),
    running: isRunning ? show(running) : null,
    schedule: await scheduleOf(deps),
  };
}

/** Tells since when the catalog is as fresh as it is: its last look at its source, or the day that it was loaded on. */
export async function catalogFreshness({ db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>) {
  const now = clock.now();
  const { lastSuccess } = await lastRevisions(db, now);
  const hasAddress = env.catalogUrl !== undefined;
  const freshAt = lastSuccess?.finishedAt ?? null;
  const failingSince = await findFailingSince(db, lastSuccess?.startedAt ?? null, now);
  return { hasAddress, freshAt, failingSince };
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
