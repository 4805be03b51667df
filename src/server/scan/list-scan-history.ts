import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { instant } from '@/server/platform/trpc/outputs';
import { scanHistory } from './service/history';
import { permittedToList } from '@/server/platform/trpc/init';

/** As long as the names that scans bring. */
const MAX_NAME_LENGTH = 1_024;

export const listScanHistoryInput = z.object({
  image_name: storedText(MAX_NAME_LENGTH).describe(
    'An image in any form of its name (`nginx` is `docker.io/library/nginx`); with a tag, only that tag’s scans',
  ),
  project_name: storedText(MAX_NAME_LENGTH).describe('The project’s name to the letter'),
});

export const listScanHistoryOutput = z
  .object({
    scans: z.array(
      z
        .object({ scanDate: instant, imageTag: z.string().meta({ example: '2.4.1' }) })
        .meta({ id: 'ScanHistory' }),
    ),
  })
  .meta({ id: 'ScansHistory' });

export const listScanHistoryMeta = rest({
  method: 'GET',
  path: '/v1/scan/history',
  summary: 'List the scans of an image',
  description:
    'Empty for an unknown image or project. Newest first; of scans at the same moment the later upload.',
  tag: 'Scans',
  atRoot: true,
});

export const listScanHistory = permittedToList('inventory:read')
  .meta(listScanHistoryMeta)
  .input(listScanHistoryInput)
  .output(listScanHistoryOutput)
  .query(({ ctx, input }) =>
    scanHistory(ctx.deps, ctx.principal.organizationId, {
      imageName: input.image_name,
      projectName: input.project_name,
    }),
  );
