import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { day } from '@/server/platform/trpc/outputs';
import { retentionRules, retentionRun, RULES_EXAMPLE } from './dto';
import { getRetention } from './service/rules';

export const retentionOutput = z
  .object({
    ...retentionRules.shape,
    history_from: day
      .nullable()
      .describe(
        'Trends begin on this day, since what was before is removed; null: with the first scan',
      ),
    next_on: day
      .nullable()
      .describe('When the rules are followed next; null: nothing is ever removed'),
    runs: z.array(retentionRun).describe('The newest runs, the newest first'),
  })
  .meta({
    id: 'Retention',
    example: { ...RULES_EXAMPLE, history_from: null, next_on: '2026-11-28', runs: [] },
  });

export const getRulesMeta = rest({
  method: 'GET',
  path: '/settings/retention',
  summary: 'Read how long what is past is kept',
  tag: 'Organizations',
});

export const getRules = permitted('organization:read')
  .meta(getRulesMeta)
  .output(retentionOutput)
  .query(({ ctx }) => getRetention(ctx.deps, ctx.principal.organizationId));
