import type { Verdict } from './dated-rules';
import type { JudgedCycle } from './evaluate';
import type { CycleOperator, EolPolicy } from './policy';

/** Why a cycle is warned of or denied, in one sentence for people; null when it is allowed. */
export function explain(cycle: JudgedCycle, verdict: Verdict): string | null {
  if (!verdict.decision) return null;
  const { policy, on, rule, isSoftened } = verdict.decision;
  const fate = verdict.action === 'DENY' ? 'denied' : 'warned of';
  const subject = `${cycle.productName} ${cycle.cycle} is ${fate} since ${on}`;
  const cause = rule === 'days' ? countedBack(policy, cycle, verdict.action, isSoftened) : null;
  const softened = isSoftened ? 'a cycle that ended on an unknown day is never denied' : null;
  return [`${subject} by the ${scopeWords(policy)}`, cause, softened]
    .filter((part) => part !== null)
    .join(': ')
    .concat('.');
}

function countedBack(
  policy: EolPolicy,
  { eolOn, eolOnKnown }: JudgedCycle,
  action: Verdict['action'],
  isSoftened: boolean,
): string | null {
  if (!eolOnKnown) return isSoftened ? null : 'it has ended on an unknown day';
  const days = (action === 'DENY' ? policy.denyDays : policy.warnDays) ?? 0;
  const end = `its end of life on ${String(eolOn)}`;
  if (days === 0) return `from ${end}`;
  return `${String(days)} ${days === 1 ? 'day' : 'days'} before ${end}`;
}

const OPERATOR_WORDS = {
  LT: (cycle) => `before ${cycle}`,
  LTE: (cycle) => `up to ${cycle}`,
  EQ: (cycle) => cycle,
} as const satisfies Record<CycleOperator, (cycle: string) => string>;

/** What a policy is about: `policy for Redis before 7`. */
function scopeWords(policy: Omit<EolPolicy, 'id'>): string {
  switch (policy.scope) {
    case 'global':
      return 'policy for all software';
    case 'project':
      return `policy for the project ${policy.projectName ?? ''}`;
    case 'software': {
      const operator = OPERATOR_WORDS[policy.cycleOperator ?? 'EQ'];
      return `policy for ${policy.productName ?? ''} ${operator(policy.cycle ?? '')}`;
    }
  }
}
