import type { Day } from '@/domain/eol/calendar';

/** The words of the contract's policies. Source: "Policies" of the service's decisions. */
export const POLICY_TYPES = ['EOL', 'NOTARY'] as const;
export type PolicyType = (typeof POLICY_TYPES)[number];

export const POLICY_SCOPES = ['global', 'project', 'software'] as const;
export type PolicyScope = (typeof POLICY_SCOPES)[number];

export const CYCLE_OPERATORS = ['LT', 'LTE', 'EQ'] as const;
export type CycleOperator = (typeof CYCLE_OPERATORS)[number];

/** Ten years: scanners turn a larger number into one after the end of life. */
export const MAX_POLICY_DAYS = 3_650;

/** Go's zero time: a date that scanners take for one that is not set. It is refused now, and was accepted once. */
export const UNSET_DATE = '0001-01-01';

/** From mild to severe. */
export const POLICY_ACTIONS = ['ALLOW', 'WARN', 'DENY'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** What a policy may make of packages of one degree of evidence. */
export const CLAUSE_ACTIONS = ['WARN', 'DENY'] as const satisfies readonly PolicyAction[];
export type ClauseAction = (typeof CLAUSE_ACTIONS)[number];

/** When a policy applies, and to what. Days are counted back from a cycle's end and win over the date. */
export interface PolicyRule {
  readonly scope: PolicyScope;
  readonly warnOn: Day | null;
  readonly denyOn: Day | null;
  readonly warnDays: number | null;
  /** Negative: days after the end. */
  readonly denyDays: number | null;
  /** Before this day it denies nothing; null: it always does what it says. */
  readonly deniesFrom: Day | null;
  readonly projectName: string | null;
  readonly productName: string | null;
  readonly cycle: string | null;
  readonly cycleOperator: CycleOperator | null;
  /** It judges an image only while a cluster runs it. */
  readonly onlyRunning: boolean;
  /** It denies what has ended by an estimate alone, too; else it warns of that at most. */
  readonly denyEstimates: boolean;
  /** What it makes of packages that their registry calls deprecated, yanked, archived or moved; null: nothing. */
  readonly deprecated: ClauseAction | null;
  /** What it makes of packages of a stale line, which is an estimate; null: nothing. */
  readonly stale: ClauseAction | null;
}

/** An EOL policy as it is evaluated. */
export interface EolPolicy extends PolicyRule {
  readonly id: string;
}

/** Everything that is written of a policy. */
export interface PolicyFields extends PolicyRule {
  readonly type: PolicyType;
  /** The trust policy document of a NOTARY policy. */
  readonly notaryPolicy: Record<string, unknown> | null;
}

/** Names of the fields in the API. */
export const WRITTEN_NAMES = {
  scope: 'policy_scope',
  type: 'policy_type',
  warnOn: 'warn_date',
  denyOn: 'deny_date',
  warnDays: 'warn_days',
  denyDays: 'deny_days',
  deniesFrom: 'denies_from',
  productName: 'product_name',
  projectName: 'project_name',
  cycle: 'cycle',
  cycleOperator: 'cycle_operator',
  onlyRunning: 'only_running',
  denyEstimates: 'deny_estimates',
  deprecated: 'deprecated',
  stale: 'stale',
  notaryPolicy: 'notary_policy_json',
} as const satisfies Record<keyof PolicyFields, string>;

/** The more severe of two actions. */
function worseAction(left: PolicyAction, right: PolicyAction): PolicyAction {
  return POLICY_ACTIONS.indexOf(left) >= POLICY_ACTIONS.indexOf(right) ? left : right;
}

/** The most severe of some actions; ALLOW when there are none. */
export function worstAction(actions: Iterable<PolicyAction>): PolicyAction {
  let worst: PolicyAction = 'ALLOW';
  for (const action of actions) worst = worseAction(worst, action);
  return worst;
}
