import { z } from 'zod';
import {
  DAYS_OF_RULES,
  MAX_NEWEST_SCANS,
  type RetentionRules,
  type RuleOfDays,
} from '@/domain/retention/rules';
import { removedCounts } from '@/domain/retention/removed';
import { instant } from '@/server/platform/trpc/outputs';
import type { RunRow } from './repository/runs';

/** Days of a rule: none, or as many as its bounds say. */
function daysOf(rule: RuleOfDays) {
  const { min, max } = DAYS_OF_RULES[rule];
  return z
    .number()
    .int()
    .min(0)
    .max(max)
    .refine((days) => days === 0 || days >= min, `0, or from ${String(min)} to ${String(max)}`);
}

/** How long an organization keeps what is past. */
export const retentionRules = z
  .object({
    scan_days: daysOf('scanDays').describe(
      'Days after which a scan is removed that is not among the newest of its image, with what it alone holds; 0: never',
    ),
    newest_scans: z
      .number()
      .int()
      .min(1)
      .max(MAX_NEWEST_SCANS)
      .describe('Scans of each image that stay however old they are'),
    sbom_days: daysOf('sbomDays').describe(
      'Days after the last scan with it after which the stored document of an SBOM is removed that no image has now; 0: as its scans',
    ),
    history_days: daysOf('historyDays').describe(
      'Days after its end after which a time is removed in which a finding was open; trends begin there. Not fewer than `scan_days`; 0: never',
    ),
    refused_days: daysOf('refusedDays').describe(
      'Days after which the record of a refused upload is removed; 0: once there are a thousand newer ones',
    ),
    message_days: daysOf('messageDays').describe(
      'Days after which a message is removed that nobody is still to get; 0: 90',
    ),
    audit_days: daysOf('auditDays').describe(
      'Days after which an entry of the audit log is removed; 0: never',
    ),
  })
  .refine(
    ({ scan_days, history_days }) =>
      history_days === 0 || (scan_days > 0 && scan_days <= history_days),
    { path: ['history_days'], error: 'history goes no sooner than the scans that it is told of' },
  );

export const RULES_EXAMPLE = {
  ...{ scan_days: 180, newest_scans: 5, sbom_days: 90, history_days: 730 },
  ...{ refused_days: 30, message_days: 0, audit_days: 0 },
};

export type RetentionRulesValue = z.infer<typeof retentionRules>;

/** Reads rules as callers write them. */
export function fromRulesValue(value: RetentionRulesValue): RetentionRules {
  return {
    scanDays: value.scan_days,
    newestScans: value.newest_scans,
    sbomDays: value.sbom_days,
    historyDays: value.history_days,
    refusedDays: value.refused_days,
    messageDays: value.message_days,
    auditDays: value.audit_days,
  };
}

/** Gives rules as callers see them. */
export function toRulesValue(rules: RetentionRules): RetentionRulesValue {
  return {
    scan_days: rules.scanDays,
    newest_scans: rules.newestScans,
    sbom_days: rules.sbomDays,
    history_days: rules.historyDays,
    refused_days: rules.refusedDays,
    message_days: rules.messageDays,
    audit_days: rules.auditDays,
  };
}

/** One following of the rules. */
export const retentionRun = z
  .object({
    id: z.guid(),
    started_at: instant,
    ended_at: instant
      .nullable()
      .describe('Null: under way, or broken off; then the next one goes on with it'),
    removed: removedCounts.describe(
      'What it removed. `intervals`: times in which findings were open, or an image had none; `document_bytes`: of SBOMs and inventories, as they were stored',
    ),
  })
  .meta({ id: 'RetentionRun' });

export function toRun(row: RunRow): z.infer<typeof retentionRun> {
  return {
    id: row.id,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    removed: row.removed,
  };
}
