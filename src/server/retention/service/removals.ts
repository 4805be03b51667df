import { v7 as uuidv7 } from 'uuid';
import {
  addRemoved,
  type Cutoffs,
  NOTHING_REMOVED,
  type RemovedCounts,
  type RetentionRules,
} from '@/domain/retention/rules';
import { forgetMessages } from '@/server/channel/service/cleaning';
import { forgetLetters } from '@/server/inbox/service/forgetting';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { deleteUnheld, findUnheld } from '../repository/documents';
import {
  deleteCleanIntervals,
  deleteFindings,
  deleteIntervals,
  historyBound,
} from '../repository/history';
import { deleteRefused, removeAuditEvents } from '../repository/records';
import { beginHistory } from '../repository/rules';
import { deleteScans, releaseDeleted, releaseSboms, type Step } from '../repository/scans';

/** What a batch has come to, in one transaction. */
export interface Batch {
  readonly removed: RemovedCounts;
  /** Where the next one goes on. */
  readonly after: string | null;
  readonly isLast: boolean;
}

/** Removes a batch of one kind, from where the last one ended. */
export type Removal = (tx: Transaction, after: string | null) => Promise<Batch>;

/** Rows that one transaction removes at most: less than a second on a busy machine, in which nobody waits but for one of them. */
const ROWS_AT_ONCE = 1_000;
const IMAGES_AT_ONCE = 500;
/** Rows that one transaction looks at, where most are to stay. */
const LOOKED_AT_ONCE = 5_000;
const AUDIT_AT_ONCE = 5_000;

const batchOf = (
  removed: Partial<RemovedCounts>,
  isLast: boolean,
  after: string | null = null,
) => ({
  removed: addRemoved(NOTHING_REMOVED, removed),
  ...{ isLast, after },
});

/** The kinds of removal that rules ask for, in the order in which one makes room for the next. */
export function removals(
  { clock }: Pick<Deps, 'clock'>,
  own: OrganizationId,
  rules: RetentionRules,
  cutoffs: Cutoffs,
): Removal[] {
  const { scanDays, sbomDays, historyDays, refusedDays, messageDays, auditDays } = cutoffs;
  return [
    ...(scanDays === null
      ? []
      : [oldScans(own, scanDays, rules.newestScans), released(own, scanDays)]),
    ...(sbomDays === null ? [] : [releasedSboms(own)]),
    ...(scanDays === null && sbomDays === null ? [] : [unheld(own, 'sbom', sbomDays)]),
    ...(scanDays === null ? [] : [unheld(own, 'inventory', null)]),
    ...(historyDays === null ? [] : history(own, historyDays)),
    ...(refusedDays === null ? [] : [refused(own, refusedDays)]),
    ...(messageDays === null ? [] : [messages(own, messageDays), letters(own, messageDays)]),
    ...(auditDays === null ? [] : [auditEvents(own, auditDays, clock)]),
  ];
}

const oldScans =
  (own: OrganizationId, before: Date, newest: number): Removal =>
  async (tx, after) => {
    const walk = { after, rows: IMAGES_AT_ONCE };
    const step = await deleteScans(own, tx, walk, { before, newest, limit: ROWS_AT_ONCE });
    // Then some of the same images may have more.
    const isFull = step.removed === ROWS_AT_ONCE;
    return batchOf({ scans: step.removed }, step.last === null, isFull ? after : step.last);
  };

const released =
  (own: OrganizationId, before: Date): Removal =>
  async (tx) =>
    batchOf({}, (await releaseDeleted(own, tx, before, IMAGES_AT_ONCE)) < IMAGES_AT_ONCE);

const releasedSboms =
  (own: OrganizationId): Removal =>
  async (tx) =>
    batchOf({}, (await releaseSboms(own, tx, IMAGES_AT_ONCE)) < IMAGES_AT_ONCE);

const unheld =
  (own: OrganizationId, kind: 'sbom' | 'inventory', since: Date | null): Removal =>
  async (tx, after) => {
    const { ids, last } = await findUnheld(own, tx, kind, { after, rows: ROWS_AT_ONCE }, since);
    if (ids.length === 0) return batchOf({}, last === null, last);
    const { removed, bytes } = await deleteUnheld(own, tx, kind, ids, since);
    const rows = kind === 'sbom' ? { sboms: removed } : { inventories: removed };
    return batchOf({ ...rows, document_bytes: bytes }, last === null, last);
  };

function history(own: OrganizationId, before: Date): Removal[] {
  const ofIntervals =
    (work: typeof deleteIntervals): Removal =>
    async (tx, after) => {
      const bound = await historyBound(own, tx, before);
      const step: Step = await work(own, tx, { after, rows: LOOKED_AT_ONCE }, bound);
      if (step.removed > 0) await beginHistory(own, tx, bound);
      return batchOf({ intervals: step.removed }, step.last === null, step.last);
    };
  return [
    ofIntervals(deleteIntervals),
    ofIntervals(deleteCleanIntervals),
    async (tx, after) => {
      const step = await deleteFindings(own, tx, { after, rows: IMAGES_AT_ONCE }, before);
      return batchOf({ findings: step.removed }, step.last === null, step.last);
    },
  ];
}

const refused =
  (own: OrganizationId, before: Date): Removal =>
  async (tx) =>
    batchOf({ refused_uploads: await deleteRefused(own, tx, before) }, true);

const messages =
  (own: OrganizationId, before: Date): Removal =>
  async (tx) => {
    const removed = await forgetMessages(tx, own, before, ROWS_AT_ONCE);
    return batchOf({ messages: removed }, removed < ROWS_AT_ONCE);
  };

/** What was mailed of messages; it is counted with none, as a digest is no message. */
const letters =
  (own: OrganizationId, before: Date): Removal =>
  async (tx) =>
    batchOf({}, (await forgetLetters(tx, own, before, ROWS_AT_ONCE)) < ROWS_AT_ONCE);

const auditEvents =
  (own: OrganizationId, before: Date, clock: Deps['clock']): Removal =>
  async (tx) => {
    const entry = { id: uuidv7(), at: clock.now() };
    const removed = await removeAuditEvents(own, tx, { before, limit: AUDIT_AT_ONCE, ...entry });
    return batchOf({ audit_events: removed }, removed < AUDIT_AT_ONCE);
  };
