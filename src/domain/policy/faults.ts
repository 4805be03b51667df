import { parsePolicyCycle } from './cycle-version';
import type { PolicyFields } from './policy';

/** A fault of a policy as a whole; `field` null concerns several fields. */
export interface PolicyFault {
  readonly field: keyof PolicyFields | null;
  readonly message: string;
}

/**
 * Everything that makes a policy, as it would be stored, no policy. What a trust policy document lacks is
 * left to its own schema in trust-policy.ts, which knows where.
 * Source: "Policies" of the service's decisions.
 */
export function policyFaults(policy: PolicyFields): PolicyFault[] {
  return [
    ...scopeFaults(policy),
    ...dateFaults(policy),
    ...orderFaults(policy),
    ...(policy.type === 'EOL' ? eolFaults(policy) : notaryFaults(policy)),
  ];
}

function scopeFaults(policy: PolicyFields): PolicyFault[] {
  switch (policy.scope) {
    case 'global':
      return [];
    case 'project':
      return missing(policy, 'projectName', 'a policy of scope project needs a project_name');
    case 'software':
      return [
        ...missing(policy, 'productName', 'a policy of scope software needs a product_name'),
        ...cycleFaults(policy),
        ...missing(policy, 'cycleOperator', 'a policy of scope software needs a cycle_operator'),
      ];
  }
}

function missing(
  policy: PolicyFields,
  field: 'projectName' | 'productName' | 'cycleOperator',
  message: string,
): PolicyFault[] {
  const value = policy[field];
  return value === null || value.trim() === '' ? [{ field, message }] : [];
}

function cycleFaults({ cycle }: PolicyFields): PolicyFault[] {
  if (cycle !== null && parsePolicyCycle(cycle)) return [];
  const given = cycle === null ? 'needs a cycle' : 'compares versions';
  return [
    {
      field: 'cycle',
      message: `a policy of scope software ${given}: one to three numbers, such as 3 or 3.10`,
    },
  ];
}

/** The first day of what is a date: scanners take `0001-01-01` for none, and never act on it. */
const FIRST_DAY = '1900-01-01';
export const TOO_EARLY = `the day must not be before ${FIRST_DAY}`;

function dateFaults(policy: PolicyFields): PolicyFault[] {
  return (['warnOn', 'denyOn', 'deniesFrom'] as const).flatMap((field) => {
    const day = policy[field];
    return day !== null && day < FIRST_DAY ? [{ field, message: TOO_EARLY }] : [];
  });
}

/** A deny that would come before its warn. A day against a number of days cannot be told. */
function orderFaults({ warnDays, denyDays, warnOn, denyOn }: PolicyFields): PolicyFault[] {
  if (warnDays !== null && denyDays !== null) {
    if (denyDays <= warnDays) return [];
    return [{ field: 'denyDays', message: 'the policy would deny before it warns' }];
  }
  if (warnDays !== null || denyDays !== null || warnOn === null || denyOn === null) return [];
  if (denyOn >= warnOn) return [];
  return [{ field: 'denyOn', message: 'the policy would deny before it warns' }];
}

const CLAUSES = ['deprecated', 'stale'] as const;

function eolFaults(policy: PolicyFields): PolicyFault[] {
  const { scope, warnOn, denyOn, warnDays, denyDays, deprecated, stale } = policy;
  const given = [warnOn, denyOn, warnDays, denyDays, deprecated, stale];
  const message =
    'an EOL policy needs at least one of warn_date, deny_date, warn_days, deny_days, deny_days_after, deprecated and stale';
  const isEmpty = given.every((one) => one === null);
  const ofSoftware = scope === 'software' ? CLAUSES.filter((field) => policy[field] !== null) : [];
  return [
    ...(isEmpty ? [{ field: null, message }] : []),
    ...ofSoftware.map((field) => ({
      field,
      message: `a policy of scope software is about the cycles of a product: ${field} is about packages of none`,
    })),
  ];
}

function notaryFaults(policy: PolicyFields): PolicyFault[] {
  const faults: PolicyFault[] = [];
  if (policy.scope !== 'global') {
    faults.push({ field: 'scope', message: 'a NOTARY policy has the scope global' });
  }
  if (policy.notaryPolicy === null) {
    faults.push({ field: 'notaryPolicy', message: 'a NOTARY policy needs a trust policy' });
  }
  if (policy.onlyRunning) {
    const message =
      'a NOTARY policy is about every image: scanners verify it, and cannot know what runs';
    faults.push({ field: 'onlyRunning', message });
  }
  if (policy.denyEstimates) {
    const message = 'a NOTARY policy is about signatures: of them nothing is estimated';
    faults.push({ field: 'denyEstimates', message });
  }
  for (const field of CLAUSES) {
    if (policy[field] === null) continue;
    const message = 'a NOTARY policy is about signatures: it says nothing of packages';
    faults.push({ field, message });
  }
  if (policy.deniesFrom !== null) {
    const message = 'a NOTARY policy denies from its deny_date on';
    faults.push({ field: 'deniesFrom', message });
  }
  for (const field of ['warnDays', 'denyDays'] as const) {
    if (policy[field] === null) continue;
    faults.push({ field, message: 'a NOTARY policy applies from a date: there is no end of life' });
  }
  return faults;
}
