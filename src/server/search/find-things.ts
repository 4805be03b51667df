import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { storedText } from '@/domain/validation/fields';
import { permittedToList } from '@/server/platform/trpc/init';
import { findThings as find } from './service';

/** Longer than what anybody types. */
const MAX_TEXT = 200;

export const findThingsInput = z.object({ text: storedText(MAX_TEXT) });

export const findThingsOutput = z.object({
  images: z.array(
    z.object({
      id: z.guid(),
      kind: z.enum(IMAGE_KINDS),
      name: z.string(),
      tag: z.string(),
      projectName: z.string(),
      isRetired: z.boolean(),
    }),
  ),
  projects: z.array(z.object({ id: z.guid(), name: z.string(), images: z.number().int() })),
  teams: z.array(z.object({ id: z.guid(), name: z.string(), projects: z.number().int() })),
  clusters: z.array(z.object({ id: z.guid(), name: z.string(), containers: z.number().int() })),
  software: z.array(
    z.object({
      id: z.guid(),
      productName: z.string(),
      cycle: z.string(),
      artifactType: z.string(),
      state: z.enum(EOL_STATES),
      isCovered: z.boolean(),
      images: z.number().int(),
    }),
  ),
  products: z.array(z.object({ slug: z.string(), name: z.string(), category: z.string() })),
  /** Where it was looked for: the words of a project, a team or a cluster; null: anywhere. */
  place: z.string().nullable(),
  /** What was looked for instead, where nothing went by what was typed; null: what was typed. */
  respelled: z.string().nullable(),
});

/** Finds what goes by a text, some of each kind, for the command palette. */
export const findThings = permittedToList('inventory:read')
  .input(findThingsInput)
  .output(findThingsOutput)
  .query(({ ctx, input }) => find(ctx.deps, ctx.principal.organizationId, input.text));
