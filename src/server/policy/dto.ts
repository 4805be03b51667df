import { type CycleVerdict, type Waived } from '@/domain/policy/evaluate';
import { explain } from '@/domain/policy/violation';
import {
  CLAUSE_ACTIONS,
  type ClauseAction,
  CYCLE_OPERATORS,
  MAX_POLICY_DAYS,
  POLICY_ACTIONS,
  POLICY_SCOPES,
  POLICY_TYPES,
  type PolicyFields,
} from '@/domain/policy/policy';
import type { Day } from '@/domain/eol/calendar';
import { invalid } from '@/domain/errors';
import type { PolicyRow } from './repository';
import type { Running } from './service/places';
import { recordId } from '@/server/platform/trpc/inputs';
import { z } from 'zod';
import { trustPolicyDocument } from '@/domain/policy/trust-policy';
import { calendarDay, storedJsonObject, storedText } from '@/domain/validation/fields';
import { documented } from '@/domain/validation/shapes';
import { day, instant } from '@/server/platform/trpc/outputs';

/** The condition is a later one than the others: a policy without it is written as it always was. */
export function onlyRunningOf({ onlyRunning }: Pick<PolicyFields, 'onlyRunning'>): {
  only_running?: true;
} {
  return onlyRunning ? { only_running: true } : {};
}

/** A later condition, too. */
export function estimatesOf({ denyEstimates }: Pick<PolicyFields, 'denyEstimates'>): {
  deny_estimates?: true;
} {
  return denyEstimates ? { deny_estimates: true } : {};
}

/** Later clauses, too. */
export function clausesOf({ deprecated, stale }: Pick<PolicyFields, 'deprecated' | 'stale'>): {
  deprecated?: ClauseAction;
  stale?: ClauseAction;
} {
  return { ...(deprecated && { deprecated }), ...(stale && { stale }) };
}

/** When a policy denies, in the words of the API. Days after the end are a later field, too. */
export function denialOf({ denyDays, deniesFrom }: Pick<PolicyFields, 'denyDays' | 'deniesFrom'>): {
  deny_days: number | null;
  deny_days_after?: number;
  denies_from?: Day;
} {
  const isAfter = denyDays !== null && denyDays < 0;
  return {
    deny_days: isAfter ? null : denyDays,
    ...(isAfter && { deny_days_after: -denyDays }),
    ...(deniesFrom !== null && { denies_from: deniesFrom }),
  };
}

/** Gives a policy as it was written, with null for a field that is not set. */
export function toPolicyRecord(row: PolicyRow) {
  return {
    id: row.id,
    policy_scope: row.scope,
    policy_type: row.type,
    warn_date: row.warnOn,
    deny_date: row.denyOn,
    warn_days: row.warnDays,
    ...denialOf(row),
    product_name: row.productName,
    project_name: row.projectName,
    cycle: row.cycle,
    cycle_operator: row.cycleOperator,
    ...onlyRunningOf(row),
    ...estimatesOf(row),
    ...clausesOf(row),
    notary_policy_json: row.notaryPolicy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Reports the policies' verdict on one (product, cycle) today; ALLOW and nothing else when there is none. */
export function toCycleStatus(judged: CycleVerdict | undefined) {
  const decision = judged?.verdict.decision ?? null;
  return {
    action: judged?.verdict.action ?? 'ALLOW',
    policyId: decision?.policy.id ?? null,
    appliesOn: decision?.on ?? null,
    message: judged ? explain(judged.cycle, judged.verdict) : null,
    nextChange: judged?.nextChanges[0] ?? null,
    waiver: judged?.waived ? toCoveringWaiver(judged.waived) : null,
  };
}

function toCoveringWaiver({ waiver: { id, endsOn }, verdict }: Waived) {
  return { id, endsOn, waivedAction: verdict.action };
}
export type CycleStatus = ReturnType<typeof toCycleStatus>;

/** As long as the names that scans bring: a policy must be able to name each of them. */
const MAX_NAME_LENGTH = 1_024;

const days = (action: string) =>
  z
    .number()
    .int()
    .min(0)
    .max(MAX_POLICY_DAYS)
    .nullable()
    .describe(`${action} from this many days before a cycle’s end of life; wins over the date`)
    .optional();

const date = (action: string) =>
  calendarDay.nullable().describe(`${action} from 00:00 UTC of this day`).optional();

const name = (description: string) =>
  storedText(MAX_NAME_LENGTH).nullable().describe(description).optional();

export const policyScope = z
  .enum(POLICY_SCOPES)
  .describe('`project` needs project_name; `software` needs product_name, cycle, cycle_operator');

export const policyType = z
  .enum(POLICY_TYPES)
  .describe(
    'EOL needs at least one date, number of days or clause on packages; NOTARY needs the scope global and notary_policy_json',
  );

/** For the API's document. */
const TRUST_POLICY_EXAMPLE = {
  version: '1.0',
  trustPolicies: [
    {
      name: 'shop',
      registryScopes: ['registry.example.com/acme/shop'],
      signatureVerification: { level: 'strict' },
      trustStores: ['ca:xeol.io'],
      trustedIdentities: ['x509.subject: C=SE, ST=Stockholm, O=Acme'],
    },
  ],
};

/** The fields of a policy that may be left out. */
export const optionalPolicyFields = {
  warn_date: date('Warn'),
  deny_date: date('Deny'),
  warn_days: days('Warn'),
  deny_days: days('Deny'),
  deny_days_after: z
    .number()
    .int()
    .min(1)
    .max(MAX_POLICY_DAYS)
    .nullable()
    .describe(
      'Deny from this many days after a cycle’s end of life; wins over the date, and takes the place of deny_days',
    )
    .optional(),
  denies_from: calendarDay
    .nullable()
    .describe(
      'Deny nothing before 00:00 UTC of this day, whatever else the policy says. Scanners are told of the denial from then on',
    )
    .optional(),
  product_name: name('A product’s name to the letter'),
  project_name: name('A project’s name to the letter'),
  cycle: name('A version of one to three numbers that cycles are compared with'),
  cycle_operator: z
    .enum(CYCLE_OPERATORS)
    .nullable()
    .describe('Cycles before (LT), up to (LTE) or equal to (EQ) `cycle`')
    .optional(),
  only_running: z
    .boolean()
    .nullable()
    .describe(
      'Judge an image only while a cluster runs it, that is: it was heard of within a week. Left out: whether it runs or not. Scanners are not told of such a policy',
    )
    .optional(),
  deny_estimates: z
    .boolean()
    .nullable()
    .describe(
      'Deny, too, what has ended by an estimate alone: nobody says so, but it is older than a release cycle that has ended. Left out: warn of that at most',
    )
    .optional(),
  deprecated: z
    .enum(CLAUSE_ACTIONS)
    .nullable()
    .describe(
      'Warn of, or deny, packages that their registry calls deprecated, yanked, archived or moved, and of which no end is known. Scanners are not told of it',
    )
    .optional(),
  stale: z
    .enum(CLAUSE_ACTIONS)
    .nullable()
    .describe(
      'The same of packages whose line had no release for long, while newer lines of the same package had: an estimate',
    )
    .optional(),
  // The shape is checked with the policy as a whole, so that all of its faults are listed at once.
  notary_policy_json: storedJsonObject
    .meta({ ...documented(trustPolicyDocument), example: TRUST_POLICY_EXAMPLE })
    .nullable()
    .describe('A Notation trust policy document; NOTARY needs one, an EOL policy only keeps it')
    .optional(),
};

type OptionalFields = z.output<z.ZodObject<typeof optionalPolicyFields>>;

/** The optional fields in the service's own names; undefined where the caller said nothing. */
export function writtenFields(
  body: OptionalFields,
  known: Pick<PolicyFields, 'denyDays'> = { denyDays: null },
) {
  return {
    warnOn: body.warn_date,
    denyOn: body.deny_date,
    warnDays: body.warn_days,
    denyDays: writtenDenyDays(body, known.denyDays),
    deniesFrom: body.denies_from,
    productName: body.product_name,
    projectName: body.project_name,
    cycle: body.cycle,
    cycleOperator: body.cycle_operator,
    onlyRunning: body.only_running === null ? false : body.only_running,
    denyEstimates: body.deny_estimates === null ? false : body.deny_estimates,
    deprecated: body.deprecated,
    stale: body.stale,
    notaryPolicy: body.notary_policy_json,
  };
}

/** Null takes away what its field says: a caller who knows nothing of days after the end leaves them alone. */
function writtenDenyDays(
  { deny_days: before, deny_days_after: after }: OptionalFields,
  known: number | null,
): number | null | undefined {
  if (typeof before === 'number' && typeof after === 'number') {
    const msg = 'Value error, deny_days_after takes the place of deny_days: give one of them';
    throw invalid([{ loc: ['body', 'deny_days_after'], msg, type: 'value_error' }]);
  }
  if (typeof after === 'number') return -after;
  if (typeof before === 'number') return before;
  const isAfter = known !== null && known < 0;
  return (isAfter ? after : before) === null ? null : undefined;
}

/** A policy's body when the whole of it is given. */
export const policyBody = z
  .object({ policy_scope: policyScope, policy_type: policyType, ...optionalPolicyFields })
  .meta({
    id: 'PoliciesModel',
    example: { policy_scope: 'global', policy_type: 'EOL', warn_days: 90, deny_days: 0 },
  });

export function policyFieldsOf(body: z.output<typeof policyBody>): PolicyFields {
  const written = writtenFields(body);
  return {
    scope: body.policy_scope,
    type: body.policy_type,
    warnOn: written.warnOn ?? null,
    denyOn: written.denyOn ?? null,
    warnDays: written.warnDays ?? null,
    denyDays: written.denyDays ?? null,
    deniesFrom: written.deniesFrom ?? null,
    productName: written.productName ?? null,
    projectName: written.projectName ?? null,
    cycle: written.cycle ?? null,
    cycleOperator: written.cycleOperator ?? null,
    onlyRunning: written.onlyRunning ?? false,
    denyEstimates: written.denyEstimates ?? false,
    deprecated: written.deprecated ?? null,
    stale: written.stale ?? null,
    notaryPolicy: written.notaryPolicy ?? null,
  };
}

/** The policies whose outlook is asked for; the draft is given as for the preview. */
export const outlookQuestion = {
  /** The policy that is edited or, with a null body, as it would be without; null for a new one. */
  policyId: recordId.nullable().default(null),
  /** The policy as it would be; null with a null id asks for the policies as they are. */
  body: policyBody.nullable().default(null),
  /** The only policy whose decisions count; null: those of all. */
  decidedBy: recordId.nullable().default(null),
};

export function toOutlookQuestion({
  policyId,
  body,
  decidedBy,
}: z.output<z.ZodObject<typeof outlookQuestion>>) {
  return { draft: { policyId, fields: body && policyFieldsOf(body) }, decidedBy };
}

export const policyRecord = z
  .object({
    id: z.guid(),
    policy_scope: z.enum(POLICY_SCOPES),
    policy_type: z.enum(POLICY_TYPES),
    warn_date: day.nullable(),
    deny_date: day.nullable(),
    warn_days: z.number().int().nullable(),
    deny_days: z.number().int().nullable(),
    deny_days_after: z
      .number()
      .int()
      .describe('Left out: it denies by deny_days, or not by days')
      .optional(),
    denies_from: day.describe('Left out: it denies whenever it says').optional(),
    product_name: z.string().nullable(),
    project_name: z.string().nullable(),
    cycle: z.string().nullable(),
    cycle_operator: z.enum(CYCLE_OPERATORS).nullable(),
    only_running: z
      .literal(true)
      .describe('Left out: it judges images whether they run or not')
      .optional(),
    deny_estimates: z
      .literal(true)
      .describe('Left out: of what has ended by an estimate alone it warns at most')
      .optional(),
    deprecated: z
      .enum(CLAUSE_ACTIONS)
      .describe('Left out: it says nothing of packages that registries call deprecated')
      .optional(),
    stale: z
      .enum(CLAUSE_ACTIONS)
      .describe('Left out: it says nothing of packages of stale lines')
      .optional(),
    notary_policy_json: z.looseObject({}).meta({ example: TRUST_POLICY_EXAMPLE }).nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Policy' });

const action = z.enum(POLICY_ACTIONS);

/** The next day on which the action changes, as policies and dates are today. */
const nextChange = z.object({ on: day, action }).nullable();

/** The policies' verdict on one (product, cycle) today. */
export const cycleStatus = z.object({
  action,
  /** The policy that decides; null with ALLOW. */
  policyId: z.guid().nullable(),
  /** Since when it applies. */
  appliesOn: day.nullable(),
  /** The reason, in words. */
  message: z.string().nullable(),
  nextChange,
  /** The waiver that covers it; null for none. `waivedAction`: what it would be without; ALLOW: the same. */
  waiver: z.object({ id: z.guid(), endsOn: day, waivedAction: action }).nullable(),
});

/** What runs, for policies that ask; null where none does. */
export const runningCounts = z
  .object({
    /** Images that a cluster runs. */
    images: z.number().int().min(0),
    /** False: no cluster was heard of for a week, and such policies decide nothing. */
    known: z.boolean(),
  })
  .nullable();

/** Counts what runs; null where no policy asks. */
export function toRunningCounts(running: Running | null): z.output<typeof runningCounts> {
  return running && { images: running.imageTagIds.size, known: running.isKnown };
}

/** The policies' verdict on one image today. */
export const imageStatus = z.object({
  imageTagId: z.guid(),
  action,
  /** Its (product, cycle)s and packages that are denied, and warned of. */
  denied: z.number().int(),
  /** The first of those that are denied: software by product and cycle, then packages by name and version. */
  deniedNames: z.array(z.string()),
  warned: z.number().int(),
  /** Those of both whose end is an estimate: nobody says it. */
  estimates: z.number().int(),
  /** Those that would be, but for a waiver. */
  waived: z.number().int(),
  nextChange,
});
