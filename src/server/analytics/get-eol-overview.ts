import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { eolOverview } from './service/counts';
import { permittedToList } from '@/server/platform/trpc/init';

const keyValueInt = z
  .object({ name: z.string(), value: z.number().int() })
  .meta({ id: 'KeyValueIntItem' });

export const getEolOverviewOutput = z
  .object({
    eol: z.array(keyValueInt).meta({
      description: 'Each eol_filter but All with the total of GET /software under it',
      example: [
        { name: 'EOL', value: 12 },
        { name: 'EOL LESS THAN 6MO', value: 4 },
        { name: 'EOL LESS THAN 12MO', value: 9 },
        { name: 'EOL MORE THAN 12MO', value: 61 },
      ],
    }),
    pkgTypes: z.array(keyValueInt).meta({
      description: 'Artifact types with the number of release cycles found, most first',
      example: [{ name: 'deb', value: 48 }],
    }),
  })
  .meta({ id: 'EolAnalytics' });

export const getEolOverviewMeta = rest({
  method: 'GET',
  path: '/analytics/eol/overview',
  summary: 'Count software by how near its end of life is, and by artifact type',
  description: 'What the images of the organization hold now.',
  tag: 'Analytics',
});

export const getEolOverview = permittedToList('inventory:read')
  .meta(getEolOverviewMeta)
  .output(getEolOverviewOutput)
  .query(({ ctx }) => eolOverview(ctx.deps, ctx.principal.organizationId));
