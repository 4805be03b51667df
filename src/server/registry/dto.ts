import { z } from 'zod';
import { CLAUSE_ACTIONS } from '@/domain/policy/policy';
import { STATEMENT_KINDS } from '@/domain/registry/package-facts';
import { day } from '@/server/platform/trpc/outputs';

/** A package that a policy denies or warns of by what its registry says. */
export const packageViolation = z
  .object({
    policy_id: z.guid(),
    action: z.enum(CLAUSE_ACTIONS),
    name: z.string(),
    version: z.string(),
    purl: z.string(),
    degree: z
      .enum(['registry', 'stale'])
      .describe('`registry`: its registry says so; `stale`: an estimate'),
    kind: z
      .enum(STATEMENT_KINDS)
      .nullable()
      .describe('What its registry calls it; null for a stale line'),
    statement: z
      .string()
      .nullable()
      .describe('The words of its registry and its maintainer; null for a stale line'),
    successor: z.string().nullable().describe('What its maintainer names in its place'),
    url: z.string().nullable(),
    released_on: day.nullable().describe('Of a stale line, its last release'),
    days: z.number().int().nullable().describe('The days since then'),
    message: z.string().describe('Why, in words'),
  })
  .meta({ id: 'PackageViolation' });

/** One that a policy would deny or warn of but for a waiver. */
export const waivedPackageViolation = packageViolation
  .omit({ action: true })
  .extend({
    waived_action: packageViolation.shape.action.describe('What it would be without the waiver'),
    waiver_id: z.guid(),
    ends_on: day.describe('The last day of the waiver'),
  })
  .meta({ id: 'WaivedPackageViolation' });
