/**
 * How scanners read the lists of policies: strictly, as a Go program decodes JSON into its types. Written
 * from what is known of the scanner, to be held against what the service serves.
 */
type Json = Readonly<Record<string, unknown>>;

/** The scanner could not read the list, and goes on without any policy. */
export class UnreadablePolicies extends Error {}

export interface DecodedV1Policy {
  readonly id: string;
  readonly policy_scope: string;
  readonly policy_type: 'EOL';
  readonly warn_date: string;
  readonly deny_date: string;
  readonly project_name: string;
  readonly product_name: string;
  readonly cycle: string;
  readonly cycle_operator: string;
}

/** `GET /v1/policy`: any type but EOL, and any operator but the three, null included, fails the whole list. */
export function decodeV1(body: unknown): DecodedV1Policy[] {
  return arrayOf(body).map((policy) => {
    const text = textsOf(policy);
    const type = policy.policy_type;
    if (type !== 'EOL') throw new UnreadablePolicies(`policy_type ${String(type)}`);
    return {
      id: text('id'),
      policy_scope: text('policy_scope'),
      policy_type: type,
      warn_date: text('warn_date'),
      deny_date: text('deny_date'),
      project_name: text('project_name'),
      product_name: text('product_name'),
      cycle: text('cycle'),
      cycle_operator: operatorOf(policy, 'cycle_operator'),
    };
  });
}

export interface DecodedEolPolicy {
  readonly ID: string;
  readonly PolicyScope: string;
  readonly WarnDate: string;
  readonly DenyDate: string;
  readonly WarnDays: number | null;
  readonly DenyDays: number | null;
  readonly ProjectName: string;
  readonly ProductName: string;
  readonly Cycle: string;
  readonly CycleOperator: string;
}

export interface DecodedNotaryPolicy {
  readonly WarnDate: string;
  readonly DenyDate: string;
  /** The trust policy document, as the scanner hands it to its verifier. */
  readonly Policy: unknown;
}

/** `GET /v2/policy`: one entry of an unknown type drops the whole list. */
export function decodeV2(body: unknown): {
  eol: DecodedEolPolicy[];
  notary: DecodedNotaryPolicy[];
} {
  const decoded = { eol: [] as DecodedEolPolicy[], notary: [] as DecodedNotaryPolicy[] };
  for (const wrapper of arrayOf(body)) {
    const policies = arrayOf(wrapper.Policies);
    if (wrapper.PolicyType === 'EOL') decoded.eol.push(...policies.map(decodeEol));
    else if (wrapper.PolicyType === 'NOTARY') decoded.notary.push(...policies.map(decodeNotary));
    else throw new UnreadablePolicies(`PolicyType ${String(wrapper.PolicyType)}`);
  }
  if (decoded.notary.length > 1) throw new UnreadablePolicies('more than one notary policy');
  return decoded;
}

function decodeEol(policy: Json): DecodedEolPolicy {
  const text = textsOf(policy);
  return {
    ID: text('ID'),
    PolicyScope: text('PolicyScope'),
    WarnDate: text('WarnDate'),
    DenyDate: text('DenyDate'),
    WarnDays: integerOf(policy, 'WarnDays'),
    DenyDays: integerOf(policy, 'DenyDays'),
    ProjectName: text('ProjectName'),
    ProductName: text('ProductName'),
    Cycle: text('Cycle'),
    CycleOperator: operatorOf(policy, 'CycleOperator'),
  };
}

function decodeNotary(policy: Json): DecodedNotaryPolicy {
  const text = textsOf(policy);
  const document: unknown = JSON.parse(base64Text(text('Policy')));
  return { WarnDate: text('WarnDate'), DenyDate: text('DenyDate'), Policy: document };
}

/** Go's standard encoding: padded, and nothing else. What it cannot decode, the scanner denies. */
function base64Text(encoded: string): string {
  const decoded = Buffer.from(encoded, 'base64');
  if (encoded === '' || decoded.toString('base64') !== encoded) {
    throw new UnreadablePolicies('illegal base64 data');
  }
  return decoded.toString('utf8');
}

function arrayOf(value: unknown): Json[] {
  if (!Array.isArray(value)) throw new UnreadablePolicies('not an array');
  const items: unknown[] = value;
  if (!items.every(isObject)) throw new UnreadablePolicies('not an object');
  return items;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A Go string: absent is "", and nothing but a string will do. */
function textsOf(policy: Json) {
  return (key: string): string => {
    const value = policy[key];
    if (value === undefined) return '';
    if (typeof value !== 'string') throw new UnreadablePolicies(`${key} ${String(value)}`);
    return value;
  };
}

function integerOf(policy: Json, key: string): number | null {
  const value = policy[key];
  if (value === undefined) return null;
  if (!Number.isInteger(value)) throw new UnreadablePolicies(`${key} ${String(value)}`);
  return Number(value);
}

function operatorOf(policy: Json, key: string): string {
  if (!(key in policy)) return '';
  const value = policy[key];
  if (typeof value === 'string' && ['LT', 'LTE', 'EQ'].includes(value)) return value;
  throw new UnreadablePolicies(`${key} ${String(value)}`);
}
