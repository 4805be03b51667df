import { z } from 'zod';
import { parseDay } from '@/domain/eol/calendar';
import {
  CLAUSE_ACTIONS,
  CYCLE_OPERATORS,
  POLICY_SCOPES,
  type PolicyFields,
} from '@/domain/policy/policy';
import type { PolicyBody, PolicyRecord } from '@/features/policy/types';

/** `none`: nothing. */
const clause = z.enum(['none', ...CLAUSE_ACTIONS]);
export type ClauseChoice = z.output<typeof clause>;

const ruleEntry = z.object({
  /** When an action begins: never, days before the end, on the day of the end, days after it, on a day. */
  kind: z.enum(['never', 'days', 'end', 'after', 'date']),
  days: z.string(),
  /** `YYYY-MM-DD`, or "". */
  date: z.string(),
});

/** The form's values for one action. Texts are kept while another kind is chosen. */
export type RuleEntry = z.output<typeof ruleEntry>;
export type RuleKind = RuleEntry['kind'];

/** The fields of every policy's form: when builds warn and fail. */
export const commonFields = {
  warn: ruleEntry,
  deny: ruleEntry,
  /** No control has this name: it is that of errors which are about no part alone. */
  whole: z.undefined().optional(),
};

/** An EOL policy as it stands in its form, complete or not. */
export const eolFields = z.object({
  scope: z.enum(POLICY_SCOPES),
  project: z.string(),
  product: z.string(),
  operator: z.enum(CYCLE_OPERATORS),
  cycle: z.string(),
  onlyRunning: z.boolean(),
  denyEstimates: z.boolean(),
  /** What becomes of builds with packages that registries speak against, and of stale lines. */
  deprecated: clause,
  stale: clause,
  /** Whether builds fail as soon as the policy says so, or not before a day. */
  start: z.object({ isLater: z.boolean(), date: z.string() }),
  ...commonFields,
});

export type EolForm = z.output<typeof eolFields>;

/** The starting values of a new policy: a warning early enough to act on, which breaks no build. */
export const NEW_FORM: EolForm = {
  scope: 'global',
  project: '',
  product: '',
  operator: 'LTE',
  cycle: '',
  onlyRunning: false,
  denyEstimates: false,
  deprecated: 'none',
  stale: 'none',
  warn: { kind: 'days', days: '90', date: '' },
  deny: { kind: 'never', days: '30', date: '' },
  start: { isLater: false, date: '' },
};

/** A policy as its form shows it. Of days and a date the days stand there, since they win. */
export function formOf(policy: PolicyRecord): EolForm {
  return {
    scope: policy.policy_scope,
    project: policy.project_name ?? '',
    product: policy.product_name ?? '',
    operator: policy.cycle_operator ?? NEW_FORM.operator,
    cycle: policy.cycle ?? '',
    onlyRunning: policy.only_running ?? false,
    denyEstimates: policy.deny_estimates ?? false,
    deprecated: policy.deprecated ?? 'none',
    stale: policy.stale ?? 'none',
    warn: entryOf(policy.warn_days, policy.warn_date, NEW_FORM.warn.days),
    deny: entryOf(denyDaysOf(policy), policy.deny_date, NEW_FORM.deny.days),
    start: { isLater: policy.denies_from !== undefined, date: policy.denies_from ?? '' },
  };
}

/** Days after the end are negative ones before it. */
function denyDaysOf({ deny_days: before, deny_days_after: after }: PolicyRecord): number | null {
  return after === undefined ? before : -after;
}

function entryOf(days: number | null, date: string | null, otherDays: string): RuleEntry {
  if (days === 0) return { kind: 'end', days: otherDays, date: date ?? '' };
  if (days !== null) {
    const kind = days < 0 ? 'after' : 'days';
    return { kind, days: String(Math.abs(days)), date: date ?? '' };
  }
  return { kind: date === null ? 'never' : 'date', days: otherDays, date: date ?? '' };
}

/** The policy that a form describes, as far as it does: what cannot be read is not set. */
export function fieldsOf(form: EolForm): PolicyFields {
  const ofProject = form.scope === 'project';
  const ofSoftware = form.scope === 'software';
  return {
    type: 'EOL',
    scope: form.scope,
    warnOn: dateIn(form.warn),
    denyOn: dateIn(form.deny),
    warnDays: daysIn(form.warn),
    denyDays: daysIn(form.deny),
    deniesFrom: startIn(form),
    // To the letter: scanners compare names as they are.
    projectName: ofProject ? form.project : null,
    productName: ofSoftware ? form.product : null,
    cycle: ofSoftware ? form.cycle.trim() : null,
    cycleOperator: ofSoftware ? form.operator : null,
    onlyRunning: form.onlyRunning,
    denyEstimates: form.deny.kind !== 'never' && form.denyEstimates,
    // One product's cycles are no packages.
    deprecated: ofSoftware ? null : clauseIn(form.deprecated),
    stale: ofSoftware ? null : clauseIn(form.stale),
    notaryPolicy: null,
  };
}

/** The days that an action begins before the end, or negative after it; null when it does not, or when they are no number. */
export function daysIn({ kind, days }: RuleEntry): number | null {
  if (kind === 'end') return 0;
  if ((kind !== 'days' && kind !== 'after') || !/^\d{1,6}$/.test(days.trim())) return null;
  return kind === 'days' ? Number(days) : -Number(days);
}

function clauseIn(choice: ClauseChoice) {
  return choice === 'none' ? null : choice;
}

/** Whether builds ever fail of packages. */
export function failsOfPackages({ scope, deprecated, stale }: EolForm): boolean {
  return scope !== 'software' && [deprecated, stale].includes('DENY');
}

/** Whether builds ever fail. */
export function failsEver(form: EolForm): boolean {
  return form.deny.kind !== 'never' || failsOfPackages(form);
}

/** The day before which builds do not fail; null where they never do. */
function startIn(form: EolForm) {
  return failsEver(form) && form.start.isLater ? parseDay(form.start.date) : null;
}

function dateIn({ kind, date }: RuleEntry) {
  return kind === 'date' ? parseDay(date) : null;
}

/** A policy in the words of the API. */
export function bodyOf(fields: PolicyFields): PolicyBody {
  return {
    policy_scope: fields.scope,
    policy_type: fields.type,
    warn_date: fields.warnOn,
    deny_date: fields.denyOn,
    warn_days: fields.warnDays,
    ...denyDaysIn(fields),
    denies_from: fields.deniesFrom,
    product_name: fields.productName,
    project_name: fields.projectName,
    cycle: fields.cycle,
    cycle_operator: fields.cycleOperator,
    only_running: fields.onlyRunning,
    deny_estimates: fields.denyEstimates,
    deprecated: fields.deprecated,
    stale: fields.stale,
    notary_policy_json: fields.notaryPolicy,
  };
}

function denyDaysIn({ denyDays }: PolicyFields): Pick<PolicyBody, 'deny_days' | 'deny_days_after'> {
  return denyDays !== null && denyDays < 0
    ? { deny_days: null, deny_days_after: -denyDays }
    : { deny_days: denyDays, deny_days_after: null };
}
