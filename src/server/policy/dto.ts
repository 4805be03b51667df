import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { overallChanges, type CycleVerdict, type Evaluation } from '@/domain/policy/evaluate';
import { explain } from '@/domain/policy/explain';
import type { PolicyAction } from '@/domain/policy/policy';
import type { PolicyRow } from './queries';

/** The fields that are set. Older scanners fail on a null, so what is not set is left out. */
function withoutNulls<Fields extends object>(fields: Fields) {
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  // The same keys with the null taken out of each value's type; the filter above is what makes it so.
  return Object.fromEntries(set) as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}

/** A policy as it was written: what is not set is null. */
export function toPolicyRecord(row: PolicyRow) {
  return {
    id: row.id,
    policy_scope: row.scope,
    policy_type: row.type,
    warn_date: row.warnOn,
    deny_date: row.denyOn,
    warn_days: row.warnDays,
    deny_days: row.denyDays,
    product_name: row.productName,
    project_name: row.projectName,
    cycle: row.cycle,
    cycle_operator: row.cycleOperator,
    notary_policy_json: row.notaryPolicy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** EOL policies as `GET /v1/policy` lists them. */
export function toListedPolicies(rows: readonly PolicyRow[]) {
  return rows
    .filter(({ type }) => type === 'EOL')
    .flatMap(asScannersKnowIt)
    .map(toListedPolicy);
}

/**
 * Scanners compare a policy's project with the name that they send, to the letter, and outside of git they send an
 * empty one: a policy for what counts as `unassigned` here is told to them under both names.
 */
function asScannersKnowIt(row: PolicyRow): PolicyRow[] {
  const isUnassigned = row.scope === 'project' && row.projectName === UNASSIGNED_PROJECT;
  return isUnassigned ? [row, { ...row, projectName: '' }] : [row];
}

function toListedPolicy(row: PolicyRow) {
  return {
    id: row.id,
    policy_scope: row.scope,
    policy_type: row.type,
    ...withoutNulls({
      warn_date: row.warnOn,
      deny_date: row.denyOn,
      warn_days: row.warnDays,
      deny_days: row.denyDays,
      project_name: row.projectName,
      product_name: row.productName,
      cycle: row.cycle,
      cycle_operator: row.cycleOperator,
    }),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** An EOL policy in the scanner's own words. */
function toScannerEolPolicy(row: PolicyRow) {
  return {
    ID: row.id,
    PolicyType: 'EOL' as const,
    PolicyScope: row.scope,
    ...withoutNulls({
      WarnDate: row.warnOn,
      DenyDate: row.denyOn,
      WarnDays: row.warnDays,
      DenyDays: row.denyDays,
      ProjectName: row.projectName,
      ProductName: row.productName,
      Cycle: row.cycle,
      CycleOperator: row.cycleOperator,
    }),
  };
}

/** A NOTARY policy in the scanner's own words: the trust policy travels as JSON in base64, padded. */
function toScannerNotaryPolicy(row: PolicyRow) {
  return {
    ID: row.id,
    PolicyType: 'NOTARY' as const,
    ...withoutNulls({ WarnDate: row.warnOn, DenyDate: row.denyOn }),
    Policy: Buffer.from(JSON.stringify(row.notaryPolicy)).toString('base64'),
  };
}

/** One entry for each type that has policies, as `GET /v2/policy` lists them. */
export function toScannerPolicies(rows: readonly PolicyRow[]) {
  const eol = rows
    .filter(({ type }) => type === 'EOL')
    .flatMap(asScannersKnowIt)
    .map(toScannerEolPolicy);
  const notary = rows.filter(({ type }) => type === 'NOTARY').map(toScannerNotaryPolicy);
  return [
    ...(eol.length > 0 ? [{ PolicyType: 'EOL' as const, Policies: eol }] : []),
    ...(notary.length > 0 ? [{ PolicyType: 'NOTARY' as const, Policies: notary }] : []),
  ];
}

/** What the policies say of one (product, cycle) today; nothing when there is no verdict. */
export function toCycleStatus(judged: CycleVerdict | undefined) {
  const decision = judged?.verdict.decision ?? null;
  return {
    action: judged?.verdict.action ?? 'ALLOW',
    policyId: decision?.policy.id ?? null,
    appliesOn: decision?.on ?? null,
    message: judged ? explain(judged.cycle, judged.verdict) : null,
    nextChange: judged?.nextChanges[0] ?? null,
  };
}
export type CycleStatus = ReturnType<typeof toCycleStatus>;

/** What the policies say of one image today. */
export function toImageStatus(imageTagId: string, evaluation: Evaluation) {
  const count = (action: PolicyAction) =>
    evaluation.verdicts.filter(({ verdict }) => verdict.action === action).length;
  return {
    imageTagId,
    action: evaluation.action,
    denied: count('DENY'),
    warned: count('WARN'),
    nextChange: overallChanges(evaluation)[0] ?? null,
  };
}
export type ImageStatus = ReturnType<typeof toImageStatus>;
