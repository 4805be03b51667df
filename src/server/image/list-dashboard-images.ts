import { z } from 'zod';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { EOL_STATES } from '@/domain/eol/proximity';
import { IMAGE_SORTS, LISTED_POLICY_ACTIONS } from '@/domain/image/list';
import { pageInput, pageOf } from '@/domain/pagination';
import { SORT_DIRECTIONS } from '@/domain/list';
import { readerIdOf } from '@/server/platform/auth/principal';
import {
  asOfInput,
  labelFilter,
  nameInput,
  notSeenForDaysInput,
  ownerInput,
  recordId,
  searchInput,
} from '@/server/platform/trpc/inputs';
import { instant, projectImage } from '@/server/platform/trpc/outputs';

import { listImagesForDashboard } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

/** As many as the address of a list can name. */
const MAX_SOFTWARE = 100;

export const listDashboardImagesInput = z.object({
  search: searchInput('the image’s name and tag'),
  verified: z.boolean().nullish(),
  /** Only images that run in a cluster, or that none reports to run. */
  running: z.boolean().nullish(),
  /** Only images that run in this cluster. */
  clusterId: recordId.nullish(),
  /** Retired images, in the place of those that count. */
  retired: z.boolean().nullish(),
  /** Only images that were last seen over this many days ago. */
  notSeenForDays: notSeenForDaysInput,
  /** Only images that hold software in this state. */
  state: z.enum(EOL_STATES).nullish(),
  label: labelFilter.nullish(),
  projectId: recordId.nullish(),
  /** Only images that hold any of this software. */
  softwareIds: z.array(recordId).max(MAX_SOFTWARE).nullish(),
  /** Only images that hold any software of this product, named to the letter. */
  productName: nameInput.nullish(),
  /** Only images that the policies deny, or warn of, today. */
  policyAction: z.enum(LISTED_POLICY_ACTIONS).nullish(),
  owner: ownerInput,
  asOf: asOfInput,
  sort: z.enum(IMAGE_SORTS).default('name'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
  ...pageInput,
});

export const dashboardImage = projectImage.extend({
  kind: z.enum(IMAGE_KINDS),
  projectId: z.guid(),
  /** The team that its project is of; null: nobody's. */
  owner: z.object({ id: z.guid(), name: z.string() }).nullable(),
  /** Software cycles by state. */
  states: z.record(z.enum(EOL_STATES), z.number().int()),
  /** Containers of workloads in Kubernetes clusters that run it. */
  running: z.number().int(),
  /** Null: as of a day, where no scan by then is kept any more. */
  latestScanDate: instant.nullable(),
  /** Its latest scan, or when it was last heard of as running, up to some hours behind. Null as above. */
  lastSeenDate: instant.nullable(),
});

export const listDashboardImagesOutput = pageOf(dashboardImage);

/** Lists the images that REST lists, in any of the table's orders and with the fields that its columns need. */
export const listDashboardImages = permittedToList('inventory:read')
  .input(listDashboardImagesInput)
  .output(listDashboardImagesOutput)
  .query(({ ctx, input }) =>
    listImagesForDashboard(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
