import { z } from 'zod';
import { COMPONENT_STATES } from '@/domain/inventory/component-state';
import { UNSHIPPED_SCOPES } from '@/domain/scan/component';
import { STATEMENT_KINDS } from '@/domain/registry/package-facts';
import { pageInput, pageOf } from '@/domain/pagination';
import { recordId, searchInput } from '@/server/platform/trpc/inputs';
import { listImageComponents as list } from '@/server/component/service';
import { evidenceDegree } from '@/server/platform/trpc/outputs';
import { permittedToList } from '@/server/platform/trpc/init';

export const listImageComponentsInput = z.object({
  imageTagId: recordId,
  search: searchInput('the package’s name'),
  state: z.enum(COMPONENT_STATES).nullish(),
  evidence: evidenceDegree.nullish(),
  ships: z.boolean().nullish().describe('False: what builds or tests alone'),
  ...pageInput,
});

export const listImageComponentsOutput = pageOf(
  z.object({
    id: z.guid(),
    name: z.string(),
    version: z.string(),
    type: z.string(),
    language: z.string().nullable(),
    purl: z.string().nullable(),
    licenses: z.array(z.string()),
    /** Why it does not ship; null for what does. */
    scope: z.enum(UNSHIPPED_SCOPES).nullable(),
    /** The catalog's match of it: `unknown` is never to be shown as fine. */
    match: z.object({
      state: z.enum(COMPONENT_STATES),
      product: z.string().nullable(),
      cycle: z.string().nullable(),
    }),
    evidence: evidenceDegree,
    /** What its registry says, or why its line is stale, where that is the best that is known. */
    fact: z
      .object({
        kind: z.enum(STATEMENT_KINDS).nullable(),
        message: z.string(),
        successor: z.string().nullable(),
        url: z.string().nullable(),
      })
      .nullable(),
    /** Who maintains a package of a distribution's format, and the source for that; null for all others. */
    maintainer: z
      .object({
        kind: z.enum(['distribution', 'vendor', 'unknown']),
        name: z.string().nullable(),
        evidence: z.array(z.string()),
      })
      .nullable(),
  }),
);

/** Lists everything that an image's latest scan found, by name, version, type and id. */
export const listImageComponents = permittedToList('inventory:read')
  .input(listImageComponentsInput)
  .output(listImageComponentsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
