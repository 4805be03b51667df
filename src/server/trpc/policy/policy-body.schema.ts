import { z } from 'zod';
import {
  CYCLE_OPERATORS,
  MAX_POLICY_DAYS,
  POLICY_SCOPES,
  POLICY_TYPES,
  type PolicyFields,
} from '@/domain/policy/policy';
import { trustPolicyDocument } from '@/domain/policy/trust-policy';
import { calendarDay } from '@/domain/validation/calendar-day';
import { documented } from '@/domain/validation/parsed-by-shape';
import { storedJsonObject } from '@/domain/validation/stored-json';
import { storedText } from '@/domain/validation/stored-text';
import { day, instant } from '../outputs';

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
    'EOL needs at least one date or number of days; NOTARY needs the scope global and notary_policy_json',
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
  product_name: name('A product’s name to the letter'),
  project_name: name('A project’s name to the letter'),
  cycle: name('A version of one to three numbers that cycles are compared with'),
  cycle_operator: z
    .enum(CYCLE_OPERATORS)
    .nullable()
    .describe('Cycles before (LT), up to (LTE) or equal to (EQ) `cycle`')
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
export function writtenFields(body: OptionalFields) {
  return {
    warnOn: body.warn_date,
    denyOn: body.deny_date,
    warnDays: body.warn_days,
    denyDays: body.deny_days,
    productName: body.product_name,
    projectName: body.project_name,
    cycle: body.cycle,
    cycleOperator: body.cycle_operator,
    notaryPolicy: body.notary_policy_json,
  };
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
    productName: written.productName ?? null,
    projectName: written.projectName ?? null,
    cycle: written.cycle ?? null,
    cycleOperator: written.cycleOperator ?? null,
    notaryPolicy: written.notaryPolicy ?? null,
  };
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
    product_name: z.string().nullable(),
    project_name: z.string().nullable(),
    cycle: z.string().nullable(),
    cycle_operator: z.enum(CYCLE_OPERATORS).nullable(),
    notary_policy_json: z.looseObject({}).meta({ example: TRUST_POLICY_EXAMPLE }).nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Policy' });
