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
  removesAnything,
} from '@/domain/retention/rules';
import { recordOwnAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { waitBriefly } from '@/server/platform/db/wait-briefly';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { removedRows } from '@/server/platform/signals';
import { findDue, findRules, lockRules, noteLooked, type RulesRow } from '../repository/rules';
import { findOpenRun, forgetRuns, insertRun, type RunRow, updateRun } from '../repository/runs';
import { type Batch, removals, type Removal } from './removals';

export type RoundDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/** Runs that can be looked at. */
const MAX_RUNS = 100;

/**
 * Follows the rules of each organization once a day, and after a change. In pieces, each a transaction that says in the
 * run's row what it has removed: what a kill leaves, the next round goes on with. Where the rules are changed meanwhile
 * nothing more goes by the old ones. An organization that fails keeps no other from its turn.
 */
export async function followRetention(deps: RoundDeps, signal: AbortSignal): Promise<Turns> {
  const due = await findDue(deps.db, dayOf(deps.clock.now()));
  return giveTurns(deps, due, (organizationId) => followRules(deps, organizationId, signal), {
    ...{ failure: 'what is past could not be removed', signal },
  });
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
  const open = await findOpenRun(organizationId, deps.db);
  if (removesAnything(rules) || open)
    await goThrough(deps, organizationId, { rules, cutoffs, open }, signal);
  await noteLooked(organizationId, deps.db, { day, changes: rules.changes });
}

interface Following {
  readonly rules: RulesRow;
  readonly cutoffs: Cutoffs;
  /** The run that is gone on with; null: a new one. */
  readonly open: OpenRun | null;
}

async function goThrough(
  deps: RoundDeps,
  organizationId: OrganizationId,
  { rules, cutoffs, open }: Following,
  signal: AbortSignal,
): Promise<void> {
  const run = createRun(deps, organizationId, rules, open);
  for (const removal of removals(deps, organizationId, rules, cutoffs)) {
    if (!(await removeAll(run, removal, signal))) return;
  }
  await run.end(cutoffs);
}

type OpenRun = Pick<RunRow, 'id' | 'removed'>;
type Run = ReturnType<typeof createRun>;

/** Does one kind of removal batch by batch. @returns false when the rules are others by now */
async function removeAll(run: Run, removal: Removal, signal: AbortSignal): Promise<boolean> {
  let after: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const from: string | null = after;
    const batch = await run.batch((tx) => removal(tx, from));
    if (!batch) return false;
    if (batch.isLast) return true;
    after = batch.after;
  }
}

/** A run, which is written once there is something to say. */
function createRun(
  { db, clock, logger }: RoundDeps,
  organizationId: OrganizationId,
  rules: RulesRow,
  open: OpenRun | null,
) {
  const id = open?.id ?? uuidv7();
  const startedAt = clock.now();
  let isStored = open !== null;

  /**
   * Finds what the run has removed so far, whoever did: where the lock on this work was lost, another process may go on with
   * the same run while this one still has a batch in hand.
   * @throws Error where that one has ended it, or begun one of its own
   */
  async function sumSoFar(tx: Transaction): Promise<RemovedCounts> {
    const stored = await findOpenRun(organizationId, tx);
    if ((stored?.id ?? null) !== (isStored ? id : null))
      throw new Error('Another process follows the same rules');
    return stored?.removed ?? NOTHING_REMOVED;
  }

  async function store(tx: Transaction, sum: RemovedCounts, endedAt: Date | null): Promise<void> {
    if (!isStored) await insertRun(organizationId, tx, { id, startedAt, removed: sum });
    await updateRun(organizationId, tx, { id, endedAt, removed: sum });
  }

  return {
    async batch(work: (tx: Transaction) => ReturnType<Removal>): Promise<Batch | null> {
      const batch = await db.transaction(async (tx) => {
        await waitBriefly(tx);
        if ((await lockRules(organizationId, tx)) !== rules.changes) return null;
        const before = await sumSoFar(tx);
        const done = await work(tx);
        if (hasRemoved(done.removed)) await store(tx, addRemoved(before, done.removed), null);
        return done;
      });
      if (!batch) return null;
      isStored ||= hasRemoved(batch.removed);
      for (const kind of REMOVED_KINDS)
        if (batch.removed[kind] > 0) removedRows.send({ kind, rows: batch.removed[kind] });
      return batch;
    },
    async end(cutoffs: Cutoffs): Promise<void> {
      const at = clock.now();
      const removed = await db.transaction(async (tx) => {
        await lockRules(organizationId, tx);
        const sum = await sumSoFar(tx);
        await store(tx, sum, at);
        await forgetRuns(organizationId, tx, MAX_RUNS);
        if (!hasRemoved(sum)) return sum;
        await recordOwnAudit(tx, organizationId, {
          ...{ at, action: 'retention.remove' },
          ...{ subjectKind: 'retention_run', subjectId: id },
          before: { removed: sum, before: cutoffs, newest_scans: rules.newestScans },
        });
        return sum;
      });
      if (hasRemoved(removed))
        logger.info({ organizationId, rows: removed }, 'what is past was removed');
    },
  };
}
