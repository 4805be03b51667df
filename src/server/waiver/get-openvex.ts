import { z } from 'zod';
import { permittedToList } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { instant } from '@/server/platform/trpc/outputs';
import { openVexOf } from './service/vex';

export const getOpenVexOutput = z
  .object({
    '@context': z.string(),
    '@id': z.string(),
    author: z.string().describe('The organization'),
    timestamp: instant,
    version: z.number().int(),
    tooling: z.string(),
    statements: z.array(
      z.object({
        '@id': z.string().describe('The page of the waiver'),
        vulnerability: z.object({
          name: z.string().describe('`EOL-<product>-<cycle>`, with dashes for blanks'),
          description: z.string(),
        }),
        timestamp: instant,
        last_updated: instant,
        products: z.array(
          z.object({
            '@id': z.string().describe('The place in which it holds'),
            subcomponents: z.array(z.object({ '@id': z.string() })),
          }),
        ),
        status: z.literal('affected'),
        action_statement: z.string(),
        action_statement_timestamp: instant,
      }),
    ),
  })
  .meta({ id: 'OpenVex' });

export const getOpenVexMeta = rest({
  method: 'GET',
  path: '/vex/openvex',
  summary: 'Get the waivers as OpenVEX',
  description:
    'Those that hold today, as statements of OpenVEX 0.2.0. What is waived is `affected`: the action statement says until when that is accepted, and why. OpenVEX has no document without a statement: where no waiver holds, that is a 404 which says so.',
  tag: 'Waivers',
  errors: [404],
});

export const getOpenVex = permittedToList('waiver:read')
  .meta(getOpenVexMeta)
  .output(getOpenVexOutput)
  .query(({ ctx }) => openVexOf(ctx.deps, ctx.principal.organizationId));
