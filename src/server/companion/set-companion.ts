import { z } from 'zod';
import { companionAddress } from '@/domain/companion/address';
import { headerKey } from '@/domain/validation/address';
import { MAX_INTERVAL_HOURS, MIN_INTERVAL_HOURS } from '@/domain/companion/pull';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { companionRecord } from './dto';
import { setCompanion as set } from './service/companion';

export const setCompanionInput = z.object({
  body: z
    .object({
      url: companionAddress.describe(
        'The address of the server, with or without `/api`. Public hosts by https, and what the operator allows',
      ),
      api_key: headerKey
        .nullable()
        .describe(
          'A key of a team with VIEW_PORTFOLIO; stored sealed, never shown. Left out: the stored one, which is for its own address alone',
        )
        .optional(),
      interval_hours: z
        .number()
        .int()
        .min(MIN_INTERVAL_HOURS)
        .max(MAX_INTERVAL_HOURS)
        .describe('Hours between two pulls; left out: unchanged, 6 at first')
        .optional(),
    })
    .meta({
      id: 'CompanionModel',
      example: { url: 'https://dtrack.example.com', api_key: 'odt_YOUR_KEY', interval_hours: 6 },
    }),
});

export const setCompanionOutput = companionRecord;

export const setCompanionMeta = rest({
  method: 'PUT',
  path: '/settings/dependency_track/companion',
  summary: 'Set the Dependency-Track whose portfolio is pulled',
  description:
    'A new address or key is pulled from at once. With another address the key has to be sent again.',
  tag: 'Dependency-Track',
  errors: [404],
  body: 'json',
});

export const setCompanion = permitted('organization:manage')
  .meta(setCompanionMeta)
  .input(setCompanionInput)
  .output(setCompanionOutput)
  .mutation(({ ctx, input: { body } }) =>
    set(ctx.deps, ctx.principal, {
      url: body.url,
      key: body.api_key ?? null,
      intervalHours: body.interval_hours ?? null,
    }),
  );
