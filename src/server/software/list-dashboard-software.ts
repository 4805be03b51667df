import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { pageInput, pageOf } from '@/domain/pagination';
import { SOFTWARE_SORTS } from '@/domain/software/list';
import { SORT_DIRECTIONS } from '@/domain/list';
import { elsewhereRecord, supportRecord } from '@/server/coverage/dto';
import { readerIdOf } from '@/server/platform/auth/principal';
import {
  asOfInput,
  labelFilter,
  nameInput,
  ownerInput,
  recordId,
  searchInput,
} from '@/server/platform/trpc/inputs';
import { day, evidenceDegree, moveAdvice } from '@/server/platform/trpc/outputs';
import { listSoftwareForDashboard } from './service/list';
import { permittedToList } from '@/server/platform/trpc/init';

export const listDashboardSoftwareInput = z.object({
  search: searchInput(
    'the product’s names, its cycle or the package type; `… in shop`: in projects or teams of that name',
  ),
  state: z.enum(EOL_STATES).nullish(),
  evidence: evidenceDegree.nullish(),
  artifactType: nameInput.nullish(),
  productName: nameInput.nullish(),
  projectId: recordId.nullish(),
  owner: ownerInput,
  label: labelFilter.nullish(),
  asOf: asOfInput,
  sort: z.enum(SOFTWARE_SORTS).default('end'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
  ...pageInput,
});

export const softwareIdentity = z.object({
  id: z.guid(),
  productName: z.string(),
  cycle: z.string(),
  artifactType: z.string(),
});

const dashboardSoftware = softwareIdentity.extend({
  lts: z.boolean().nullable(),
  /** Null: nothing is known of its end. */
  eolDate: day.nullable(),
  /** False with a date: it has ended on an unknown day, and the date is the day it was first seen. */
  eolDateKnown: z.boolean(),
  /** The cycle that its end was concluded from: nobody says it. */
  estimatedFrom: z.string().nullable(),
  evidence: evidenceDegree,
  /** The contract by which it is supported there; null: none. */
  contract: supportRecord.nullable(),
  /** The one by which it is supported in other places. */
  contractElsewhere: elsewhereRecord.nullable(),
  latestRelease: z.string().nullable(),
  latestReleaseDate: day.nullable(),
  images: z.number().int(),
  projects: z.number().int(),
  /** Null when the catalog does not have the product. */
  advice: moveAdvice.nullable(),
  /** The beginning of the note on its product; null when there is none. */
  note: z.object({ id: z.guid(), excerpt: z.string() }).nullable(),
});

export const listDashboardSoftwareOutput = pageOf(dashboardSoftware).extend({
  /** Numbers of software by state, whatever state is asked for. */
  states: z.record(z.enum(EOL_STATES), z.number().int()),
});

/** Lists the software table: counts instead of the images that REST nests, and also software without a known end. */
export const listDashboardSoftware = permittedToList('inventory:read')
  .input(listDashboardSoftwareInput)
  .output(listDashboardSoftwareOutput)
  .query(({ ctx, input }) =>
    listSoftwareForDashboard(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
