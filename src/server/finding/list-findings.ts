import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { FINDING_SORTS } from '@/domain/finding/list';
import { LABEL_WORDS, labelFilterOf } from '@/domain/image/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { calendarDay } from '@/domain/validation/fields';
import { pageInput, pageOf } from '@/domain/pagination';
import { readerIdOf } from '@/server/platform/auth/principal';
import { permittedToList } from '@/server/platform/trpc/init';
import {
  asOfInput,
  labelName,
  labelValue,
  nameInput,
  ownerInput,
  recordId,
  searchInput,
} from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { eolState, evidenceDegree } from '@/server/platform/trpc/outputs';
import { findingRecord } from './dto';
import { listFindings as list } from './service/fleet';

export const listFindingsInput = z.object({
  search: searchInput(
    'the software’s names, its cycle or package type, the image or its project, words in any order; `… in shop`: in projects or teams of that name',
  ),
  state: eolState.nullable().optional(),
  evidence: evidenceDegree.nullable().optional(),
  artifact_type: nameInput.nullable().describe('A package type, to the letter').optional(),
  product_name: nameInput.nullable().describe('A product, to the letter').optional(),
  project_id: recordId.nullable().describe('What images of this project hold').optional(),
  owner: ownerInput,
  on: calendarDay
    .nullable()
    .describe(
      'What was found at the end of this UTC day, in images that are gone by now too, by its end as of then; of a day to come, what is found now',
    )
    .optional(),
  as_of: asOfInput,
  running: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .nullable()
    .meta({
      description:
        'What images hold that run in a Kubernetes cluster, as far as one reports it, or that none reports to run',
      enum: ['true', 'false', null],
    })
    .optional(),
  cluster_id: recordId
    .nullable()
    .describe('What images hold that run in this Kubernetes cluster, as far as it reports them')
    .optional(),
  waived: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .nullable()
    .meta({
      description: 'What a granted waiver covers where it is found, or what none does',
      enum: ['true', 'false', null],
    })
    .optional(),
  label: labelName.nullable().describe('What images with this label hold, by its name').optional(),
  label_is: z
    .enum(LABEL_WORDS)
    .describe('`not-in`: what images hold that do not have the value, or not the label')
    .default('in'),
  label_value: labelValue.describe('One value of the label, or several between commas').default(''),
  sort: z.enum(FINDING_SORTS).default('end'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
  ...pageInput,
});

export const listFindingsOutput = pageOf(findingRecord).extend({
  states: z.record(z.enum(EOL_STATES), z.number().int().min(0)).meta({
    description: 'Numbers of findings by state, whatever `state` is asked for',
    example: { ended: 3, soon: 1, next: 0, later: 8, unknown: 2 },
  }),
});

export const listFindingsMeta = rest({
  method: 'GET',
  path: '/findings',
  summary: 'List the findings of all images',
  description:
    'One entry for each image and software that it holds, also without a known end; retired images are left out. Those that end first come first; equals by software, then image.',
  tag: 'Software',
});

export const listFindings = permittedToList('inventory:read')
  .meta(listFindingsMeta)
  .input(listFindingsInput)
  .output(listFindingsOutput)
  .query(({ ctx, input }) => {
    const { artifact_type: artifactType, product_name: productName, ...query } = input;
    const readerId = readerIdOf(ctx.principal);
    const label = labelFilterOf({
      ...{ label: query.label ?? null, labelIs: query.label_is, labelValue: query.label_value },
    });
    const asOf = query.as_of;
    const conditions = {
      ...{ artifactType, productName, label, readerId, asOf },
      ...{ projectId: query.project_id, clusterId: query.cluster_id },
    };
    return list(ctx.deps, ctx.principal.organizationId, { ...query, ...conditions });
  });
