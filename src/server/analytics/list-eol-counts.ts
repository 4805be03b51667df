import { STATE_WORDS } from '@/domain/eol/words';
import { z } from 'zod';
import { MAX_TREND_POINTS, PERIODS, readDayOrInstant, trendPoints } from '@/domain/eol/trend';
import { storedText } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { day } from '@/server/platform/trpc/outputs';
import { eolCounts } from './service/counts';
import { permittedToList } from '@/server/platform/trpc/init';

/** A date or date-time as the UTC day it falls on. */
const dayOrInstant = z.string().transform((text, context) => {
  const found = readDayOrInstant(text);
  if (found) return found;
  context.issues.push({ code: 'invalid_format', format: 'date', input: text });
  return z.NEVER;
});

const dayOrInstantMeta = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
} as const;

export const listEolCountsInput = z
  .object({
    period: z.enum(PERIODS).describe('One entry a day, or one a month dated its first day'),
    start: dayOrInstant.meta({
      ...dayOrInstantMeta,
      description: 'The first day, as a date or an ISO 8601 date-time',
      example: '2026-01-01',
    }),
    end: dayOrInstant.meta({
      ...dayOrInstantMeta,
      description: `The last day, included; not before the first; at most ${String(MAX_TREND_POINTS)} entries in all`,
      example: '2026-12-31',
    }),
    package_type: storedText(1_024)
      .meta({ description: 'Artifact type that `eolCounts` counts', example: 'deb' })
      .optional(),
  })
  .superRefine(({ period, start, end }, context) => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', path: ['end'], message });
    };
    if (end < start) refuse('must not be before start');
    else if (trendPoints(period, start, end).length > MAX_TREND_POINTS)
      refuse(`at most ${String(MAX_TREND_POINTS)} entries from start to end`);
  });

const count = z.number().int().min(0);

const vulnCounts = z
  .object({
    date: day,
    critical: count.describe('Findings whose software had ended'),
    high: count.describe(STATE_WORDS.soon),
    medium: count.describe(STATE_WORDS.next),
    low: count.describe(STATE_WORDS.later),
    unknown: count.describe(`${STATE_WORDS.unknown}, or ended on an unknown date`),
    none: count.describe('Image tags scanned with nothing found, whatever the artifact type'),
  })
  .meta({
    id: 'VulnCounts',
    example: {
      date: '2026-04-01',
      critical: 120,
      high: 44,
      medium: 61,
      low: 830,
      unknown: 9,
      none: 27,
    },
  });

export const listEolCountsOutput = z
  .object({
    eolCounts: z.array(vulnCounts).describe('Of the artifact type that was asked for'),
    allEolCounts: z.array(vulnCounts).describe('Of all artifact types'),
  })
  .meta({ id: 'AnalyticsEolResponse' });

export const listEolCountsMeta = rest({
  method: 'GET',
  path: '/analytics/eol/counts',
  summary: 'Count findings by how near their end of life was, over time',
  description:
    'Each entry is the state at the end of its period: the findings open then (in the future: those open now), classed as of that day by the dates known today. Deleted projects keep their share of the past. Periods of which rules for retention have removed something are left out. Oldest first.',
  tag: 'Analytics',
});

export const listEolCounts = permittedToList('inventory:read')
  .meta(listEolCountsMeta)
  .input(listEolCountsInput)
  .output(listEolCountsOutput)
  .query(({ ctx, input: { period, start, end, package_type: packageType } }) =>
    eolCounts(
      ctx.deps,
      ctx.principal.organizationId,
      trendPoints(period, start, end),
      packageType ?? null,
    ),
  );
