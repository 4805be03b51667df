import { z } from 'zod';
import {
  CLAUSE_ACTIONS,
  CYCLE_OPERATORS,
  POLICY_SCOPES,
  POLICY_TYPES,
  type PolicyFields,
} from '@/domain/policy/policy';
import { SURPRISES } from '@/domain/policy/surprise';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { reasonInput } from '@/server/catalog/dto';
import { MAX_OVERRIDES, type OverrideRow } from '@/server/catalog/service/overrides';
import { day } from '@/server/platform/trpc/outputs';
import { clausesOf, denialOf, estimatesOf, onlyRunningOf, policyBody } from '@/server/policy/dto';
import { MAX_POLICIES } from '@/server/policy/service/policies';
import { MAX_BY_HAND } from '@/server/team/service/by-hand';

/** As long as the names that scans bring. */
const MAX_NAME_LENGTH = 1_024;
/** The one version of the file that there is. */
const VERSION = 1;

const filePolicy = z
  .strictObject({
    ...policyBody.shape,
    policy_type: z.enum(POLICY_TYPES).default('EOL').describe('Left out: EOL'),
  })
  .describe('A policy, as `POST /v1/policy` takes it');

const fileDate = z
  .strictObject({
    product: storedText(MAX_NAME_LENGTH).min(1).describe('A product by one of its names'),
    cycle: storedText(MAX_NAME_LENGTH)
      .min(1)
      .describe('A release cycle, in quotes: "1.10" without them is the number 1.1'),
    ends_on: calendarDay.describe('The day on which its support has ended, as every end of life'),
    reason: reasonInput.describe('Why it is another than the catalog’s'),
  })
  .describe('A date of your own for the end of a release cycle');

const fileProject = z
  .strictObject({
    project_name: storedText(MAX_NAME_LENGTH).min(1).describe('A project’s name to the letter'),
    owner: storedText(MAX_NAME_LENGTH).min(1).describe('The name of the team that owns it'),
  })
  .describe('A project whose owner is set by hand, which no rule changes');

/** What `eventide.yaml` says. A list that is left out is not touched. */
export const policyFile = z
  .strictObject({
    version: z.literal(VERSION).describe('The version of this form'),
    policies: z
      .array(filePolicy)
      .max(MAX_POLICIES)
      .describe('All policies; of several on one subject the last one decides first')
      .optional(),
    dates: z.array(fileDate).max(MAX_OVERRIDES).describe('All dates of your own').optional(),
    projects: z
      .array(fileProject)
      .max(MAX_BY_HAND)
      .describe('All projects with an owner set by hand; the others are owned as the rules say')
      .optional(),
  })
  .meta({
    title: 'eventide.yaml',
    description: 'Policies, own dates and owners of projects of an organization',
  });

export type PolicyFile = z.output<typeof policyFile>;
export type FilePolicy = NonNullable<PolicyFile['policies']>[number];
export type FileDate = NonNullable<PolicyFile['dates']>[number];
export type FileProject = NonNullable<PolicyFile['projects']>[number];

/** Gives the JSON Schema of the file, for editors. */
export function policyFileSchema() {
  return z.toJSONSchema(policyFile, { io: 'input', unrepresentable: 'any' });
}

const shownPolicy = z.object({
  policy_scope: z.enum(POLICY_SCOPES),
  policy_type: z.enum(POLICY_TYPES),
  warn_date: day.optional(),
  deny_date: day.optional(),
  warn_days: z.number().int().optional(),
  deny_days: z.number().int().optional(),
  deny_days_after: z.number().int().optional(),
  denies_from: day.optional(),
  product_name: z.string().optional(),
  project_name: z.string().optional(),
  cycle: z.string().optional(),
  cycle_operator: z.enum(CYCLE_OPERATORS).optional(),
  only_running: z.boolean().optional(),
  deny_estimates: z.boolean().optional(),
  deprecated: z.enum(CLAUSE_ACTIONS).optional(),
  stale: z.enum(CLAUSE_ACTIONS).optional(),
  notary_policy_json: z.looseObject({}).optional(),
});
export type ShownPolicy = z.output<typeof shownPolicy>;

const shownDate = z.object({
  product: z.string(),
  cycle: z.string(),
  ends_on: day,
  reason: z.string(),
});
export type ShownDate = z.output<typeof shownDate>;

const shownProject = z.object({ project_name: z.string(), owner: z.string() });
export type ShownProject = z.output<typeof shownProject>;

const line = z
  .number()
  .int()
  .nullable()
  .describe('Where the file says it, from 1; null for what it does not say');

const imagesOfProjects = z.object({
  images: z.number().int(),
  projects: z.number().int().describe('Those of the images'),
});

/** What a file changes, or would change. */
export const policyFileChanges = z
  .object({
    applied: z.boolean().describe('False for a dry run, and where nothing is to be changed'),
    policies: z
      .object({
        changes: z.array(
          z.object({
            change: z
              .enum(['added', 'changed', 'moved', 'removed'])
              .describe('`moved`: it says the same and stands after a new one'),
            line,
            before: shownPolicy.nullable(),
            after: shownPolicy.nullable(),
          }),
        ),
        same: z.number().int(),
      })
      .nullable()
      .describe('Null: the file has no list of policies, and none is touched'),
    dates: z
      .object({
        changes: z.array(
          z.object({
            change: z.enum(['added', 'changed', 'removed']),
            line,
            before: shownDate.nullable(),
            after: shownDate.nullable(),
          }),
        ),
        same: z.number().int(),
      })
      .nullable()
      .describe('Null: the file has no list of dates, and none is touched'),
    projects: z
      .object({
        changes: z.array(
          z.object({
            change: z.enum(['added', 'changed', 'removed']),
            line,
            before: shownProject.nullable(),
            after: shownProject.nullable(),
          }),
        ),
        same: z.number().int(),
      })
      .nullable()
      .describe('Owners set by hand. Null: the file has no list of projects, and none is touched'),
    denials: z
      .object({
        newly_denied: imagesOfProjects.describe('Denied by the file’s policies, and not today'),
        no_longer_denied: imagesOfProjects.describe('Denied today, and not by the file’s policies'),
        surprise: z
          .enum(SURPRISES)
          .nullable()
          .describe(
            '`fails`: more than 10 images, or more than 5 % of all, are newly denied; else `passes`: as many are denied no longer. The dashboard has their number typed first',
          ),
      })
      .nullable()
      .describe(
        'What the changed EOL policies would deny if they held today, by the dates and owners that there are. Null: not a dry run, or no policy changes',
      ),
  })
  .meta({ id: 'PolicyFileChanges' });
export type PolicyFileChanges = z.output<typeof policyFileChanges>;

/** Writes a policy as the file does: what is not set is left out. */
export function toShownPolicy(fields: PolicyFields): ShownPolicy {
  const { warnOn, denyOn, warnDays, projectName, productName, cycle } = fields;
  const { deny_days: denyDays, ...denial } = denialOf(fields);
  const { cycleOperator, notaryPolicy } = fields;
  return {
    policy_scope: fields.scope,
    policy_type: fields.type,
    ...(projectName !== null && { project_name: projectName }),
    ...(productName !== null && { product_name: productName }),
    ...(cycle !== null && { cycle }),
    ...(cycleOperator !== null && { cycle_operator: cycleOperator }),
    ...onlyRunningOf(fields),
    ...estimatesOf(fields),
    ...clausesOf(fields),
    ...(warnDays !== null && { warn_days: warnDays }),
    ...(warnOn !== null && { warn_date: warnOn }),
    ...(denyDays !== null && { deny_days: denyDays }),
    ...(denyOn !== null && { deny_date: denyOn }),
    ...denial,
    ...(notaryPolicy !== null && { notary_policy_json: notaryPolicy }),
  };
}

/** Writes an own date as the file does. */
export function toShownDate({
  productName,
  cycle,
  endsOn,
  reason,
}: Pick<OverrideRow, 'productName' | 'cycle' | 'endsOn' | 'reason'>): ShownDate {
  return { product: productName, cycle, ends_on: endsOn, reason };
}
