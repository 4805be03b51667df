import { addDays, type Day, startOfDayMs } from '@/domain/eol/calendar';

/** How long an organization keeps what is past, in days; 0: for ever, and messages for 90 days. */
export interface RetentionRules {
  readonly scanDays: number;
  /** Scans of each image that stay however old they are. */
  readonly newestScans: number;
  readonly sbomDays: number;
  readonly historyDays: number;
  readonly refusedDays: number;
  readonly messageDays: number;
  readonly auditDays: number;
}

/** Everything is kept: what holds where nobody has said anything. */
export const KEEP_EVERYTHING: RetentionRules = {
  scanDays: 0,
  newestScans: 5,
  sbomDays: 0,
  historyDays: 0,
  refusedDays: 0,
  messageDays: 0,
  auditDays: 0,
};

export type RuleOfDays = Exclude<keyof RetentionRules, 'newestScans'>;

/** The bounds of each rule while it is on. */
export const DAYS_OF_RULES: Readonly<
  Record<RuleOfDays, { readonly min: number; readonly max: number }>
> = {
  scanDays: { min: 30, max: 3_650 },
  sbomDays: { min: 30, max: 3_650 },
  // Longer than whatever the overview compares now with.
  historyDays: { min: 400, max: 3_650 },
  refusedDays: { min: 7, max: 3_650 },
  // Messages are forgotten after 90 days anyhow.
  messageDays: { min: 7, max: 90 },
  // The database holds to the same floor.
  auditDays: { min: 365, max: 3_650 },
};
export const MAX_NEWEST_SCANS = 1_000;

/** What a run removes, by kind. */
export const REMOVED_KINDS = [
  'scans',
  'sboms',
  'inventories',
  'intervals',
  'findings',
  'refused_uploads',
  'messages',
  'audit_events',
] as const;
export type RemovedKind = (typeof REMOVED_KINDS)[number];

/** How much was removed, by kind, and the bytes of the documents in it as they were stored. */
export type RemovedCounts = Readonly<Record<RemovedKind | 'document_bytes', number>>;

export const NOTHING_REMOVED: RemovedCounts = {
  scans: 0,
  sboms: 0,
  inventories: 0,
  intervals: 0,
  findings: 0,
  refused_uploads: 0,
  messages: 0,
  audit_events: 0,
  document_bytes: 0,
};

/** Adds what a batch has removed. */
export function addRemoved(sum: RemovedCounts, more: Partial<RemovedCounts>): RemovedCounts {
  return {
    scans: sum.scans + (more.scans ?? 0),
    sboms: sum.sboms + (more.sboms ?? 0),
    inventories: sum.inventories + (more.inventories ?? 0),
    intervals: sum.intervals + (more.intervals ?? 0),
    findings: sum.findings + (more.findings ?? 0),
    refused_uploads: sum.refused_uploads + (more.refused_uploads ?? 0),
    messages: sum.messages + (more.messages ?? 0),
    audit_events: sum.audit_events + (more.audit_events ?? 0),
    document_bytes: sum.document_bytes + (more.document_bytes ?? 0),
  };
}

/** Whether a run has removed anything at all. */
export function hasRemoved(removed: RemovedCounts): boolean {
  return REMOVED_KINDS.some((kind) => removed[kind] > 0);
}

/** The instants before which things go; null: they stay. */
export type Cutoffs = Readonly<Record<RuleOfDays, Date | null>>;

/** Gives what rules mean on a day: what is as many whole UTC days old, and older, goes. */
export function cutoffsOf(rules: RetentionRules, today: Day): Cutoffs {
  const cutoffOf = (days: number) =>
    days === 0 ? null : new Date(startOfDayMs(addDays(today, -days)));
  return {
    scanDays: cutoffOf(rules.scanDays),
    sbomDays: cutoffOf(rules.sbomDays),
    historyDays: cutoffOf(rules.historyDays),
    refusedDays: cutoffOf(rules.refusedDays),
    messageDays: cutoffOf(rules.messageDays),
    auditDays: cutoffOf(rules.auditDays),
  };
}

/** Whether anything goes by these rules, now or ever. */
export function removesAnything(rules: RetentionRules): boolean {
  const days = [rules.scanDays, rules.sbomDays, rules.historyDays];
  return [...days, rules.refusedDays, rules.messageDays, rules.auditDays].some((one) => one > 0);
}
