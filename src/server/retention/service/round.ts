import { v7 as uuidv7 } from 'uuid';
import { dayOf } from '@/domain/eol/calendar';
import {
  addRemoved,
  type Cutoffs,
  cutoffsOf,
  hasRemoved,
  NOTHING_REMOVED,
  REMOVED_KINDS,
  type RemovedCounts,
} from '@/domain/retention/rules';
import { recordOwnAudit } from '@/server/audit/service';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { removedRows } from '@/server/platform/signals';
import { findDue, findRules, noteLooked, type RulesRow } from '../repository/rules';
import { findOpenRun, forgetRuns, insertRun, updateRun, waitBriefly } from '../repository/runs';
import { removals, type Removal } from './removals';

export type RoundDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/** Runs that can be looked at. */
const MAX_RUNS = 100;

/**
 * Follows the rules of each organization once a day, and after a change. In pieces, each a transaction that says in the
 * run's row what it has removed: what a kill leaves, the next round goes on with. An organization that fails keeps no other
 * from its turn.
 */
export async function followRetention(deps: RoundDeps, signal: AbortSignal): Promise<void> {
  for (const id of await findDue(deps.db, dayOf(deps.clock.now()))) {
    signal.throwIfAborted();
    const organizationId = mintOrganizationId(id);
    try {
      await followRules(deps, organizationId, signal);
    } catch (err) {
      if (signal.aborted) throw err;
      deps.logger.error({ err, organizationId }, 'what is past could not be removed');
    }
  }
}

async function followRules(
  deps: RoundDeps,
  organizationId: OrganizationId,
  signal: AbortSignal,
): Promise<void> {
  const rules = await findRules(organizationId, deps.db);
  if (!rules) return;
  const day = dayOf(deps.clock.now());
  const cutoffs = cutoffsOf(rules, day);
  const run = createRun(deps, organizationId, await findOpenRun(organizationId, deps.db));
  for (const removal of removals(deps, organizationId, rules, cutoffs)) {
    signal.throwIfAborted();
    await removeAll(run, removal, signal);
  }
  await run.end(cutoffs, rules);
  await noteLooked(organizationId, deps.db, { day, changes: rules.changes });
}

type Run = ReturnType<typeof createRun>;

/** Does one kind of removal batch by batch. */
async function removeAll(run: Run, removal: Removal, signal: AbortSignal): Promise<void> {
  for (let after: string | null = null, isDone = false; !isDone;) {
    signal.throwIfAborted();
    const from: string | null = after;
    const batch = await run.batch((tx) => removal(tx, from));
    after = batch.after;
    isDone = batch.isLast;
  }
}

/** A run, which is written once there is something to say. */
function createRun(
  { db, clock, logger }: RoundDeps,
  organizationId: OrganizationId,
  open: { readonly id: string; readonly removed: RemovedCounts } | null,
) {
  const id = open?.id ?? uuidv7();
  const startedAt = clock.now();
  let isStored = open !== null;
  let removed = open?.removed ?? NOTHING_REMOVED;

  async function store(tx: Transaction, sum: RemovedCounts, endedAt: Date | null): Promise<void> {
    if (!isStored) await insertRun(organizationId, tx, { id, startedAt, removed: sum });
    await updateRun(organizationId, tx, { id, endedAt, removed: sum });
  }

  return {
    async batch(work: (tx: Transaction) => ReturnType<Removal>) {
      const { sum, batch } = await db.transaction(async (tx) => {
        await waitBriefly(tx);
        const batch = await work(tx);
        const sum = addRemoved(removed, batch.removed);
        if (hasRemoved(batch.removed)) await store(tx, sum, null);
        return { sum, batch };
      });
      if (hasRemoved(batch.removed)) isStored = true;
      removed = sum;
      for (const kind of REMOVED_KINDS)
        if (batch.removed[kind] > 0) removedRows.send({ kind, rows: batch.removed[kind] });
      return batch;
    },
    async end(cutoffs: Cutoffs, rules: RulesRow): Promise<void> {
      const at = clock.now();
      await db.transaction(async (tx) => {
        await store(tx, removed, at);
        await forgetRuns(organizationId, tx, MAX_RUNS);
        if (!hasRemoved(removed)) return;
        await recordOwnAudit(tx, organizationId, {
          ...{ at, action: 'retention.remove' },
          ...{ subjectKind: 'retention_run', subjectId: id },
          before: { removed, before: cutoffs, newest_scans: rules.newestScans },
        });
      });
      if (hasRemoved(removed))
        logger.info({ organizationId, rows: removed }, 'what is past was removed');
    },
  };
}
