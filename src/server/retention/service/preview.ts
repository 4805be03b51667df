import { dayOf } from '@/domain/eol/calendar';
import {
  type Cutoffs,
  cutoffsOf,
  type RemovedKind,
  type RetentionRules,
} from '@/domain/retention/rules';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { historyBound } from '../repository/history';
import {
  type Ahead,
  type ExampleRow,
  joinWholes,
  previewDocuments,
  previewEntries,
  previewHistory,
  previewMessages,
  previewRefused,
  previewScans,
  type WouldGo,
} from '../repository/preview';

type PreviewDeps = Pick<Deps, 'db' | 'clock'>;

/** Images that are named as examples. */
const EXAMPLES = 5;

interface Previewed extends WouldGo {
  readonly kind: RemovedKind;
  readonly before: Date;
}

/**
 * Counts what a run by rules would remove now that nobody may have saved yet, by the conditions that the run itself goes
 * by, and about how much a month from then on. Changes nothing. One kind after the other: who looks ahead takes one
 * connection of those that others need.
 */
export async function previewRetention(
  deps: PreviewDeps,
  organizationId: OrganizationId,
  rules: RetentionRules,
) {
  const now = deps.clock.now();
  const cutoffs = cutoffsOf(rules, dayOf(now));
  const { scanDays: before } = cutoffs;
  const scans = before === null ? null : { before, newest: rules.newestScans };
  const kinds: Previewed[] = [];
  let examples: ExampleRow[] = [];
  if (scans) {
    const found = await previewScans(organizationId, deps.db, scans, { now, limit: EXAMPLES });
    kinds.push({ kind: 'scans', before: scans.before, ...found.scans });
    examples = found.examples;
  }
  const counted = await deps.db.transaction(async (tx) => {
    await joinWholes(tx);
    const stored = await documents(tx, organizationId, cutoffs, { now, scans });
    return [...stored, ...(await history(tx, organizationId, cutoffs, { now, scans }))];
  });
  kinds.push(...counted);
  kinds.push(...(await records(deps, organizationId, { rules, cutoffs }, now)));
  return {
    kinds: kinds.map(toPreviewed),
    rows: kinds.reduce((sum, { rows }) => sum + rows, 0),
    examples: examples.map(toExample),
  };
}

async function documents(
  tx: Transaction,
  organizationId: OrganizationId,
  { scanDays, sbomDays }: Cutoffs,
  ahead: Ahead,
): Promise<Previewed[]> {
  const kinds: Previewed[] = [];
  const before = later(sbomDays, scanDays);
  if (before !== null) {
    const found = await previewDocuments(organizationId, tx, 'sbom', sbomDays, ahead);
    kinds.push({ kind: 'sboms', before, ...found });
  }
  if (scanDays !== null) {
    const found = await previewDocuments(organizationId, tx, 'inventory', null, ahead);
    kinds.push({ kind: 'inventories', before: scanDays, ...found });
  }
  return kinds;
}

async function history(
  tx: Transaction,
  organizationId: OrganizationId,
  { historyDays: before }: Cutoffs,
  ahead: Ahead,
): Promise<Previewed[]> {
  if (before === null) return [];
  const bound = await historyBound(organizationId, tx, before);
  const found = await previewHistory(organizationId, tx, { before, bound }, ahead);
  return found.map((kind) => ({ ...kind, before: bound }));
}

async function records(
  { db }: PreviewDeps,
  organizationId: OrganizationId,
  { rules, cutoffs }: { readonly rules: RetentionRules; readonly cutoffs: Cutoffs },
  now: Date,
): Promise<Previewed[]> {
  const { refusedDays, messageDays, auditDays } = cutoffs;
  const kinds: Previewed[] = [];
  if (refusedDays !== null) {
    const found = await previewRefused(organizationId, db, refusedDays, now);
    kinds.push({ kind: 'refused_uploads', before: refusedDays, ...found });
  }
  if (messageDays !== null) {
    const found = await previewMessages(organizationId, db, messageDays, now);
    kinds.push({ kind: 'messages', before: messageDays, ...found });
  }
  if (auditDays !== null) {
    const rule = { before: auditDays, days: rules.auditDays };
    const found = await previewEntries(organizationId, db, rule, now);
    kinds.push({ kind: 'audit_events', before: auditDays, ...found });
  }
  return kinds;
}

/** A document goes with the last scan that has it, or sooner. */
function later(left: Date | null, right: Date | null): Date | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}

const toPreviewed = ({ kind, before, rows, oldest, bytes, perMonth }: Previewed) => ({
  kind,
  ...{ rows, bytes, per_month: perMonth },
  oldest: oldest?.toISOString() ?? null,
  kept_from: before.toISOString(),
});

const toExample = ({ id, name, projectName, scans, oldest }: ExampleRow) => ({
  image_tag_id: id,
  ...{ name, project_name: projectName, scans },
  oldest: oldest.toISOString(),
});
