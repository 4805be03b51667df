import type { Day } from '@/domain/eol/calendar';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { asToldOn } from '@/domain/policy/set';
import type { PolicyRow } from '../repository';

/** Keeps the fields that are set. Older scanners fail on a null, so a field that is not set is left out. */
function withoutNulls<Fields extends object>(fields: Fields) {
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  // The same keys with the null taken out of each value's type; the filter above is what makes it so.
  return Object.fromEntries(set) as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}

/** The EOL policies that scanners are told of today, as they are told. */
function forScanners(rows: readonly PolicyRow[], today: Day): PolicyRow[] {
  return rows
    .filter(({ type }) => type === 'EOL')
    .flatMap((row) => asToldOn(row, today) ?? [])
    .flatMap(asScannersKnowIt);
}

/** Lists EOL policies as `GET /v1/policy` does. Days after the end are negative ones to scanners. */
export function toListedPolicies(rows: readonly PolicyRow[], today: Day) {
  return forScanners(rows, today).map(toListedPolicy);
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

/** Puts an EOL policy into the scanner's own words. */
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

/** Puts a NOTARY policy into the scanner's own words: the trust policy travels as JSON in base64, padded. */
function toScannerNotaryPolicy(row: PolicyRow) {
  return {
    ID: row.id,
    PolicyType: 'NOTARY' as const,
    ...withoutNulls({ WarnDate: row.warnOn, DenyDate: row.denyOn }),
    Policy: Buffer.from(JSON.stringify(row.notaryPolicy)).toString('base64'),
  };
}

/** Makes one entry for each type that has policies, as `GET /v2/policy` lists them. */
export function toScannerPolicies(rows: readonly PolicyRow[], today: Day) {
  const eol = forScanners(rows, today).map(toScannerEolPolicy);
  const notary = rows.filter(({ type }) => type === 'NOTARY').map(toScannerNotaryPolicy);
  return [
    ...(eol.length > 0 ? [{ PolicyType: 'EOL' as const, Policies: eol }] : []),
    ...(notary.length > 0 ? [{ PolicyType: 'NOTARY' as const, Policies: notary }] : []),
  ];
}
