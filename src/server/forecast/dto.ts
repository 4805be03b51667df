import { z } from 'zod';
import { perDegree } from '@/domain/evidence/degree';
import { PLAN_COVERS } from '@/domain/forecast/forecast';
import { day } from '@/server/platform/trpc/outputs';

const count = z.number().int().min(0);

const planned = z
  .object({ all: count, part: count, none: count })
  .describe(
    'Software by how much of it plans move from where it is: `all` of its findings, a `part` of them, or `none`',
  );

const sums = {
  software: count.describe(
    'As the list of software counts it: a release cycle as one package type',
  ),
  findings: count.describe('Each software once for every image that holds it'),
  images: count.describe('Images that hold any of it, each once; retired ones count nowhere'),
  teams: count.describe('Teams that own a project with such an image'),
  unowned_findings: count.describe('Findings in projects that no team owns'),
  evidence: z
    .object(perDegree(() => count))
    .describe('Software by how well its end is known; `inferred` and `stale` are estimates'),
  planned,
  planned_findings: count,
};

const forecastLine = z
  .object({
    product_name: z.string(),
    cycles: z.array(
      z.object({
        cycle: z.string(),
        ends_on: day,
        ends_on_known: z
          .boolean()
          .describe('False: it has ended, and the day is when it was first seen'),
        estimated_from: z
          .string()
          .nullable()
          .describe('The cycle that its end was concluded from: nobody says it'),
      }),
    ),
    ends_on: day.describe('When the first of these cycles ends'),
    ...sums,
    team_names: z.array(z.string()).describe('At most five of the teams, by name'),
    move_to: z.string().nullable().describe('Null: nothing is known to move to'),
    plan: z.object({
      cover: z.enum(PLAN_COVERS),
      count: count.describe('Plans that move any of it'),
      under_way: count,
      overdue: count,
      next_due_on: day.nullable(),
    }),
  })
  .meta({ id: 'ForecastLine' });

const forecastColumn = z
  .object({
    kind: z.enum(['ended', 'quarter']),
    quarter: z.string().nullable().meta({ example: 'Q1 2027' }),
    first_day: day.nullable(),
    last_day: day.nullable(),
    ...sums,
    lines: z
      .array(forecastLine)
      .describe(
        'A line for each product, those in most images first; at most 500, or as many as were asked for',
      ),
    lines_left_out: count,
  })
  .meta({ id: 'ForecastColumn' });

export const forecastRecord = z
  .object({
    as_of: day,
    quarters: z.number().int(),
    sentences: z.array(z.string()).describe('The same in words'),
    columns: z
      .array(forecastColumn)
      .describe(
        'What has ended and is in use; then the quarters, the one of today first: what is left of it',
      ),
    ahead: z.object(sums).describe('The quarters together, without what has ended'),
    moves: z
      .object({ planned: count, under_way: count, found_again: count, overdue: count })
      .describe('The plans that move any of it, by where they stand; overdue ones are among them'),
    trend: z
      .array(z.object({ as_of: day, ended: count, soon: count }))
      .describe(
        'Findings of what had ended, and of what ended within 6 months, at the end of each of the last eleven months and today',
      ),
  })
  .meta({ id: 'Forecast' });

export type ForecastRecord = z.input<typeof forecastRecord>;
export type ForecastColumnRecord = ForecastRecord['columns'][number];
export type ForecastLineRecord = ForecastColumnRecord['lines'][number];
