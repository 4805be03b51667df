import { toPage, type PageRequest } from '@/domain/pagination';
import { can } from '@/domain/roles/permissions';
import type { Principal } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { dateChangePage } from './date-change-queries';
import { shownAddress } from './import/fetch-document';
import type { RevisionRow } from './revision';
import { lastRevisions, revisionPage } from './revision-queries';
import { findSourceHistory } from './update/claim-queries';
import { nextAttemptAtMs } from './update/due';
import { MAX_ATTEMPT_MS } from './update/updater';

export function toRevisionRecord(row: RevisionRow) {
  const { detail, startedAt, finishedAt } = row;
  return {
    id: row.id,
    revision: row.number,
    source: row.source,
    trigger: row.trigger,
    actor_name: row.actorName,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    outcome: row.outcome,
    step: detail.step ?? null,
    message: detail.message ?? null,
    summary: detail.summary ?? null,
  };
}

/** Where the catalogue comes from and how fresh it is; who may manage it also sees why an update failed. */
export async function catalogStatus(deps: Deps, { role }: Pick<Principal, 'role'>) {
  const { db, catalog, clock } = deps;
  const { revision, products } = catalog.current();
  const { running, last, lastSuccess, current } = await lastRevisions(db);
  const isRunning = running && clock.now().getTime() - running.startedAt.getTime() < MAX_ATTEMPT_MS;
  const shown = (row: RevisionRow | null) => {
    if (!row) return null;
    const record = toRevisionRecord(row);
    return can(role, 'catalog:manage') ? record : { ...record, message: null, actor_name: null };
  };
  return {
    revision,
    products: products.length,
    cycles: products.reduce((sum, { cycles }) => sum + cycles.length, 0),
    source: current?.source ?? null,
    updated_at: current?.finishedAt?.toISOString() ?? null,
    checked_at: lastSuccess?.finishedAt?.toISOString() ?? null,
    last: shown(last),
    running: isRunning ? shown(running) : null,
    schedule: await scheduleOf(deps),
  };
}

async function scheduleOf({ db, env }: Deps) {
  const { catalogUrl, catalogIntervalMs } = env;
  if (catalogUrl === undefined) return null;
  const source = shownAddress(catalogUrl);
  const history = await findSourceHistory(db, source);
  return {
    source,
    interval_minutes: Math.round(catalogIntervalMs / 60_000),
    next_at: history.last
      ? new Date(nextAttemptAtMs(history, catalogIntervalMs)).toISOString()
      : null,
  };
}

/** Attempts to update the catalogue, newest first. */
export async function listRevisions({ db }: Deps, page: PageRequest) {
  const { items, total } = await revisionPage(db, page);
  return toPage(items.map(toRevisionRecord), total, page);
}

/** End dates that updates changed, newest first; of one product when its slug is given. */
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
