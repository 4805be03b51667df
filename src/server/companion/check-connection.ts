import { z } from 'zod';
import { companionAddress } from '@/domain/companion/address';
import { headerKey } from '@/domain/validation/address';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { checkConnection as check } from './service/connection';

export const checkConnectionInput = z.object({
  body: z
    .object({
      url: companionAddress.nullable().describe('Left out: the stored one').optional(),
      api_key: headerKey
        .nullable()
        .describe('Left out: the stored one, which is for its own address alone')
        .optional(),
    })
    .meta({
      id: 'CompanionConnection',
      example: { url: 'https://dtrack.example.com', api_key: 'odt_YOUR_KEY' },
    }),
});

export const checkConnectionOutput = z
  .object({
    reachable: z.boolean().describe('Whether it answers, and the key reads its projects'),
    server_version: z.string().nullable().describe('Null: it was not told'),
    projects: z.number().int().min(0).nullable().describe('Active projects that the key sees'),
    fault: z.string().nullable().describe('What is wrong; null when nothing is'),
  })
  .meta({
    id: 'CompanionAnswer',
    example: { reachable: true, server_version: '4.13.4', projects: 240, fault: null },
  });

export const checkConnectionMeta = rest({
  method: 'POST',
  path: '/settings/dependency_track/companion/test',
  summary: 'Try whether a Dependency-Track can be pulled from',
  description:
    'Asks for its version and its projects. Nothing is stored. It takes 25 seconds at most.',
  tag: 'Dependency-Track',
  errors: [404, 409],
  body: 'json',
});

export const checkConnection = permitted('organization:manage')
  .meta(checkConnectionMeta)
  .input(checkConnectionInput)
  .output(checkConnectionOutput)
  .mutation(({ ctx, input: { body } }) =>
    check(ctx.deps, ctx.principal.organizationId, {
      url: body.url ?? null,
      key: body.api_key ?? null,
    }),
  );
