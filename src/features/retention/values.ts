import {
  DAYS_OF_RULES,
  MAX_NEWEST_SCANS,
  type RetentionRules,
  type RuleOfDays,
} from '@/domain/retention/rules';
import type { Retention } from './types';

/** A rule as its fields say it. */
export interface RuleField {
  readonly isOn: boolean;
  readonly days: string;
}

export type RetentionFields = Readonly<Record<RuleOfDays, RuleField>> & {
  readonly newestScans: string;
};

/** What stands in the field of a rule when it is turned on. */
export const USUAL_DAYS: Readonly<Record<RuleOfDays, number>> = {
  scanDays: 365,
  sbomDays: 180,
  historyDays: 1_095,
  refusedDays: 30,
  messageDays: 30,
  auditDays: 1_095,
};

export const RULES = [
  ...(['scanDays', 'sbomDays', 'historyDays', 'refusedDays', 'messageDays', 'auditDays'] as const),
] as const;

const fieldOf = (days: number, rule: RuleOfDays): RuleField => ({
  isOn: days > 0,
  days: String(days > 0 ? days : USUAL_DAYS[rule]),
});

/** The fields of rules. */
export function fieldsOf(rules: RetentionRules): RetentionFields {
  return {
    scanDays: fieldOf(rules.scanDays, 'scanDays'),
    sbomDays: fieldOf(rules.sbomDays, 'sbomDays'),
    historyDays: fieldOf(rules.historyDays, 'historyDays'),
    refusedDays: fieldOf(rules.refusedDays, 'refusedDays'),
    messageDays: fieldOf(rules.messageDays, 'messageDays'),
    auditDays: fieldOf(rules.auditDays, 'auditDays'),
    newestScans: String(rules.newestScans),
  };
}

function numberIn(text: string, min: number, max: number): number | null {
  if (!/^\d{1,4}$/.test(text)) return null;
  const number = Number(text);
  return number >= min && number <= max ? number : null;
}

/** Says what is wrong with a rule's days; null: nothing. */
export function daysError(rule: RuleOfDays, { isOn, days }: RuleField): string | null {
  const { min, max } = DAYS_OF_RULES[rule];
  if (!isOn || numberIn(days, min, max) !== null) return null;
  return `From ${String(min)} to ${String(max)} days`;
}

/** Says what is wrong with the number of scans; null: nothing. */
export function newestError(text: string): string | null {
  return numberIn(text, 1, MAX_NEWEST_SCANS) === null
    ? `From 1 to ${String(MAX_NEWEST_SCANS)} scans`
    : null;
}

/** Says what is wrong with history next to scans; null: nothing. */
export function historyError(fields: RetentionFields): string | null {
  const { scanDays, historyDays } = fields;
  if (!historyDays.isOn) return null;
  if (!scanDays.isOn) return 'Goes no sooner than scans do: turn these on as well';
  return Number(historyDays.days) < Number(scanDays.days)
    ? 'Not fewer than the days of scans'
    : null;
}

/** Reads the rules from their fields; null where one is wrong. */
export function rulesIn(fields: RetentionFields): RetentionRules | null {
  const isWrong =
    RULES.some((rule) => daysError(rule, fields[rule]) !== null) ||
    newestError(fields.newestScans) !== null ||
    historyError(fields) !== null;
  if (isWrong) return null;
  const daysOf = ({ isOn, days }: RuleField) => (isOn ? Number(days) : 0);
  return {
    scanDays: daysOf(fields.scanDays),
    newestScans: Number(fields.newestScans),
    sbomDays: daysOf(fields.sbomDays),
    historyDays: daysOf(fields.historyDays),
    refusedDays: daysOf(fields.refusedDays),
    messageDays: daysOf(fields.messageDays),
    auditDays: daysOf(fields.auditDays),
  };
}

/** Rows from which on their number is to be typed before they go. */
const MANY_ROWS = 100;

/** What has to be typed before rules are saved; null where little goes. */
export function wordFor({
  rows,
  kinds,
}: {
  rows: number;
  kinds: readonly { kind: string; rows: number }[];
}): string | null {
  const isOfTrail = kinds.some((one) => one.kind === 'audit_events' && one.rows > 0);
  return rows >= MANY_ROWS || isOfTrail ? String(rows) : null;
}

/** Reads rules as the server sends them. */
export function rulesOf(retention: Retention): RetentionRules {
  return {
    scanDays: retention.scan_days,
    newestScans: retention.newest_scans,
    sbomDays: retention.sbom_days,
    historyDays: retention.history_days,
    refusedDays: retention.refused_days,
    messageDays: retention.message_days,
    auditDays: retention.audit_days,
  };
}

/** Writes rules as the server takes them. */
export function bodyOf(rules: RetentionRules) {
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
