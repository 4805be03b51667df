import { z } from 'zod';
import { REMOVED_KINDS } from '@/domain/retention/rules';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { instant } from '@/server/platform/trpc/outputs';
import { retentionModel } from './change-rules';
import { fromRulesValue } from './dto';
import { previewRetention } from './service/preview';

const count = z.number().int().min(0);

export const previewRulesInput = z.object({ body: retentionModel });

export const previewRulesOutput = z
  .object({
    rows: count.describe('Rows of all kinds that would go today'),
    kinds: z.array(
      z.object({
        kind: z.enum(REMOVED_KINDS),
        rows: count.describe('Would go today'),
        bytes: count
          .nullable()
          .describe('What they take as they are stored, about; null: not known'),
        per_month: count.describe(
          'About as many a month from then on, as many as came in the last 30 days',
        ),
        oldest: instant.nullable().describe('Of the oldest that would go'),
        kept_from: instant.describe('What is from then on, or younger, is kept'),
      }),
    ),
    examples: z
      .array(
        z.object({
          image_tag_id: z.guid(),
          name: z.string(),
          project_name: z.string(),
          scans: count,
          oldest: instant,
        }),
      )
      .describe('Images that would lose the most scans'),
  })
  .meta({
    id: 'RetentionPreview',
    example: {
      rows: 1_200,
      kinds: [
        {
          ...{ kind: 'scans', rows: 1_200, bytes: 960_000, per_month: 310 },
          oldest: '2025-01-03T04:00:00.000Z',
          kept_from: '2026-05-31T00:00:00.000Z',
        },
      ],
      examples: [],
    },
  });

export const previewRulesMeta = rest({
  method: 'POST',
  path: '/settings/retention/preview',
  summary: 'Count what rules would remove',
  description:
    'Changes nothing: what goes now and about how much a month, by rules that need not be saved.',
  tag: 'Organizations',
  body: 'json',
});

export const previewRules = permitted('organization:manage')
  .meta(previewRulesMeta)
  .input(previewRulesInput)
  .output(previewRulesOutput)
  .query(({ ctx, input: { body } }) =>
    previewRetention(ctx.deps, ctx.principal.organizationId, fromRulesValue(body)),
  );
