import { dayOf } from '@/domain/eol/calendar';
import { type Cutoffs, cutoffsOf, type RetentionRules } from '@/domain/retention/rules';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { historyBound } from '../repository/history';
import {
  type ExampleRow,
  previewIntervals,
  previewRecords,
  previewSboms,
  previewScans,
  type WouldGo,
} from '../repository/preview';

type PreviewDeps = Pick<Deps, 'db' | 'clock'>;

/** Images that are named as examples. */
const EXAMPLES = 5;

/** Kinds of rows that a preview counts. */
export const PREVIEWED_KINDS = [
  ...(['scans', 'sboms', 'intervals', 'refused_uploads', 'messages', 'audit_events'] as const),
] as const;
type PreviewedKind = (typeof PREVIEWED_KINDS)[number];

interface Previewed extends WouldGo {
  readonly kind: PreviewedKind;
  readonly before: Date;
}

/**
 * Counts what rules would remove today that nobody may have saved yet, and about how much a month from then on. Changes
 * nothing. One kind after the other: who looks ahead takes one connection of those that others need.
 */
export async function previewRetention(
  deps: PreviewDeps,
  organizationId: OrganizationId,
  rules: RetentionRules,
) {
  const now = deps.clock.now();
  const cutoffs = cutoffsOf(rules, dayOf(now));
  const kinds: Previewed[] = [];
  let examples: ExampleRow[] = [];
  if (cutoffs.scanDays !== null) {
    const bounds = { before: cutoffs.scanDays, now, newest: rules.newestScans, limit: EXAMPLES };
    const found = await previewScans(organizationId, deps.db, bounds);
    kinds.push({ kind: 'scans', before: cutoffs.scanDays, ...found.scans });
    examples = found.examples;
  }
  kinds.push(...(await otherKinds(deps, organizationId, cutoffs, now)));
  return {
    kinds: kinds.map(toPreviewed),
    rows: kinds.reduce((sum, { rows }) => sum + rows, 0),
    examples: examples.map(toExample),
  };
}

async function otherKinds(
  { db }: PreviewDeps,
  organizationId: OrganizationId,
  cutoffs: Cutoffs,
  now: Date,
): Promise<Previewed[]> {
  const kinds: Previewed[] = [];
  const documents = later(cutoffs.sbomDays, cutoffs.scanDays);
  if (documents !== null) {
    const found = await previewSboms(organizationId, db, { before: documents, now });
    kinds.push({ kind: 'sboms', before: documents, ...found });
  }
  if (cutoffs.historyDays !== null) {
    const before = await historyBound(organizationId, db, cutoffs.historyDays);
    const found = await previewIntervals(organizationId, db, { before, now });
    kinds.push({ kind: 'intervals', before, ...found });
  }
  const records = [
    ['refused_uploads', 'refused_upload', cutoffs.refusedDays],
    ['messages', 'message', cutoffs.messageDays],
    ['audit_events', 'audit_event', cutoffs.auditDays],
  ] as const;
  for (const [kind, table, before] of records) {
    if (before === null) continue;
    const found = await previewRecords(organizationId, db, table, { before, now });
    kinds.push({ kind, before, ...found });
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
