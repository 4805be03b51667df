import { z } from 'zod';
import { QUARTER_COUNTS } from '@/domain/forecast/forecast';
import { LABEL_WORDS, labelFilterOf } from '@/domain/image/list';
import { readerIdOf } from '@/server/platform/auth/principal';
import { permitted } from '@/server/platform/trpc/init';
import { labelName, labelValue, ownerInput, recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { forecastRecord } from './dto';
import { getForecast as get, MAX_LINES } from './service/forecast';

export const getForecastInput = z.object({
  quarters: z.enum(QUARTER_COUNTS).describe('How many, the one of today first').default('4'),
  lines: z
    .int()
    .min(0)
    .max(MAX_LINES)
    .default(MAX_LINES)
    .describe('Lines of each column, those in most images first; how many more there are is said'),
  project_id: recordId.nullable().describe('What images of this project hold').optional(),
  owner: ownerInput,
  label: labelName.nullable().describe('What images with this label hold, by its name').optional(),
  label_is: z
    .enum(LABEL_WORDS)
    .describe('`not-in`: what images hold that do not have the value, or not the label')
    .default('in'),
  label_value: labelValue.describe('One value of the label, or several between commas').default(''),
});

export const getForecastOutput = forecastRecord;

export const getForecastMeta = rest({
  method: 'GET',
  path: '/forecast',
  summary: 'Get the forecast',
  description:
    'By quarter, the software in use that ends, the images and teams that it is in and how much of it plans move; what has ended already and is still in use; and the findings of the last year. As a file it is at `/export/forecast.csv` and `/export/forecast.pdf`.',
  tag: 'Software',
  errors: [404],
});

/** Makes the query of the service from what is asked. */
export function toForecastQuery(input: z.output<typeof getForecastInput>, readerId: string | null) {
  const { quarters, lines, owner, project_id: projectId, label = null } = input;
  const written = { label, labelIs: input.label_is, labelValue: input.label_value };
  const shown = { quarters: Number(quarters), lines };
  return { ...shown, owner, projectId, label: labelFilterOf(written), readerId };
}

export const getForecast = permitted('inventory:read')
  .meta(getForecastMeta)
  .input(getForecastInput)
  .output(getForecastOutput)
  .query(({ ctx, input }) =>
    get(ctx.deps, ctx.principal.organizationId, toForecastQuery(input, readerIdOf(ctx.principal))),
  );
