import { dayOf } from '@/domain/eol/calendar';
import {
  type Cutoffs,
  cutoffsOf,
  type RemovedKind,
  type RetentionRules,
} from '@/domain/retention/rules';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { historyBound } from '../repository/history';
import {
  type Ahead,
  type ExampleRow,
  type Following,
  FOLLOWING_KINDS,
  joinWholes,
  previewEntries,
  previewFollowing,
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
  kinds.push(...(await following(deps, organizationId, cutoffs, { now, scans })));
  kinds.push(...(await records(deps, organizationId, { rules, cutoffs }, now)));
  return {
    kinds: kinds.map(toPreviewed),
    rows: kinds.reduce((sum, { rows }) => sum + rows, 0),
    examples: examples.map(toExample),
  };
}

/** Counts what goes with the scans or after them. */
function following(
  { db }: PreviewDeps,
  organizationId: OrganizationId,
  { scanDays, sbomDays, historyDays }: Cutoffs,
  ahead: Ahead,
): Promise<Previewed[]> {
  return db.transaction(async (tx) => {
    await joinWholes(tx);
    const bound = historyDays && (await historyBound(organizationId, tx, historyDays));
    const sbomsBefore = later(sbomDays, scanDays);
    const asked: Following = {
      sboms: sbomsBefore && { since: sbomDays },
      inventories: scanDays !== null,
      history: historyDays && bound && { before: historyDays, bound },
    };
    const found = await previewFollowing(organizationId, tx, asked, ahead);
    const befores = {
      sboms: sbomsBefore,
      inventories: scanDays,
      intervals: bound,
      findings: bound,
    };
    return FOLLOWING_KINDS.flatMap((kind) => {
      const [wouldGo, before] = [found.get(kind), befores[kind]];
      return wouldGo && before ? [{ kind, before, ...wouldGo }] : [];
    });
  });
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
