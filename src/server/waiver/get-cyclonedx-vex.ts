import { z } from 'zod';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { instant } from '@/server/platform/trpc/outputs';
import { cycloneDxVexOf } from './service/vex';

const component = z.object({
  type: z.literal('application'),
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
});

export const getCycloneDxVexOutput = z
  .object({
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.6'),
    version: z.number().int(),
    metadata: z.object({
      timestamp: instant,
      supplier: z.object({ name: z.string() }),
      tools: z.object({
        components: z.array(z.object({ type: z.literal('application'), name: z.string() })),
      }),
    }),
    components: z.array(component).describe('The release cycles that are waived'),
    vulnerabilities: z.array(
      z.object({
        'bom-ref': z.string().describe('The id of the waiver'),
        id: z.string().describe('`EOL-<product>-<cycle>`, with dashes for blanks'),
        source: z.object({ name: z.string(), url: z.string() }),
        description: z.string(),
        analysis: z.object({
          state: z.literal('exploitable'),
          response: z.array(z.enum(['will_not_fix', 'workaround_available'])),
          detail: z.string(),
          firstIssued: instant,
          lastUpdated: instant,
        }),
        affects: z.array(z.object({ ref: z.string() })),
        properties: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
  })
  .meta({ id: 'CycloneDxVex' });

export const getCycloneDxVexMeta = rest({
  method: 'GET',
  path: '/vex/cyclonedx',
  summary: 'Get the waivers as CycloneDX VEX',
  description:
    'Those that hold today, as `vulnerabilities` with an analysis, of CycloneDX 1.6. What is waived is `exploitable`, which is its word for affected; `workaround_available` where a mitigating control is named.',
  tag: 'Waivers',
  errors: [404],
});

export const getCycloneDxVex = permittedToList('waiver:read')
  .meta(getCycloneDxVexMeta)
  .output(getCycloneDxVexOutput)
  .query(({ ctx }) => cycloneDxVexOf(ctx.deps, ctx.principal.organizationId));
