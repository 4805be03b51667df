import { z } from 'zod';
import { dayOf } from '@/domain/eol/calendar';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { day } from '@/server/platform/trpc/outputs';
import { versionOf } from './service';

export const getVersionOutput = z
  .object({
    version: z
      .string()
      .describe(
        'Compared for equality alone: another text than before means that something may have moved',
      ),
    today: day.describe('The UTC day that states and numbers are told of now'),
  })
  .meta({
    id: 'Version',
    example: { version: '0d3a51c0-6a4f-8b1e-9c55-7f1f5f0e2b11', today: '2026-11-21' },
  });

export const getVersionMeta = rest({
  method: 'GET',
  path: '/changes',
  summary: 'Ask whether anything has moved',
  description:
    'For whoever shows numbers of the organization and wants to know when to read them again: the text is another one after uploads, decisions, changes of the catalog, and midnight (UTC). It costs a look at an index, so that it can be asked for often.',
  tag: 'Analytics',
});

/** Tells whoever shows numbers whether to read them again. */
export const getVersion = permitted('inventory:read')
  .meta(getVersionMeta)
  .output(getVersionOutput)
  .query(async ({ ctx }) => ({
    version: await versionOf(ctx.deps, ctx.principal.organizationId),
    today: dayOf(ctx.deps.clock.now()),
  }));
