import { hash } from 'node:crypto';
import { z } from 'zod';
import { dayOf } from '@/domain/eol/calendar';
import { ownCatalogSchema } from '@/domain/own-catalog/file';
import type { RequestContext } from '@/server/platform/trpc/context';
import { permitted, publicProcedure } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { exportEndoflife, exportOwnCatalog } from './service/own-catalog';

const YAML_TYPE = 'application/yaml';

export const getOwnCatalogInput = z.object({
  format: z
    .enum(['json', 'yaml', 'endoflife'])
    .describe(
      'The form of the answer: the file itself, the same in a JSON object, or as version 1 of endoflife.date’s API answers. Left out: as `Accept` says, else a JSON object',
    )
    .optional(),
});

export const getOwnCatalogOutput = z
  .object({ file: z.string().describe('The file, in YAML') })
  .meta({ id: 'OwnCatalogFile', example: { file: 'version: 1\nproducts: []\n' } });

/** The document of `format=endoflife`. */
const ENDOFLIFE_DOCUMENT = {
  type: 'object',
  title: 'The form of version 1 of endoflife.date',
  properties: {
    schema_version: { type: 'string' },
    generated_at: { type: 'string' },
    total: { type: 'integer' },
    result: { type: 'array', items: { type: 'object' } },
  },
  required: ['schema_version', 'generated_at', 'total', 'result'],
} as const;

export const getOwnCatalogMeta = rest({
  method: 'GET',
  path: '/own_catalog',
  summary: 'Read the products of your own as a file',
  description:
    'All of them, as they are applied again: as it is, it changes nothing. Products that come from catalogs of others are not in it. `endoflife` has no place for vendors and reasons. Another installation can read it with a key of the role viewer: with the `ETag` of the last answer in `If-None-Match` an unchanged one is a 304.',
  tag: 'Catalog',
  alsoAnswers: [YAML_TYPE],
  otherJson: [ENDOFLIFE_DOCUMENT],
  headers: z.object({
    'If-None-Match': z.string().describe('The `ETag` of an answer that is held').optional(),
  }),
});

export const getOwnCatalog = permitted('catalog:read')
  .meta(getOwnCatalogMeta)
  .input(getOwnCatalogInput)
  .output(getOwnCatalogOutput)
  .query(async ({ ctx, input: { format } }) => {
    const { organizationId } = ctx.principal;
    const file = await exportOwnCatalog(ctx.deps, organizationId);
    const isYaml =
      format === undefined ? (ctx.accept ?? '').includes(YAML_TYPE) : format === 'yaml';
    const form = format === 'endoflife' ? format : isYaml ? 'yaml' : 'json';
    // What this form says of ends is of today: the same products are said otherwise on the day on which one ends.
    const said = form === 'endoflife' ? `${form} ${dayOf(ctx.deps.clock.now())}` : form;
    if (isHeld(ctx, file, said)) return { file };
    if (form === 'endoflife') {
      const text = await exportEndoflife(ctx.deps, organizationId);
      ctx.answerWith?.({ document: { contentType: 'application/json; charset=utf-8', text } });
      return { file: text };
    }
    if (form === 'yaml')
      ctx.answerWith?.({ document: { contentType: `${YAML_TYPE}; charset=utf-8`, text: file } });
    return { file };
  });

/**
 * Names what is answered, and says where the caller holds it already. By weak comparison (RFC 9110, 13.1.2): what is said is
 * the same, when it was written is not.
 */
function isHeld(
  { ifNoneMatch = null, answerWith }: Pick<RequestContext, 'ifNoneMatch' | 'answerWith'>,
  file: string,
  form: string,
): boolean {
  const tag = `"${hash('sha256', `${form}\n${file}`, 'hex').slice(0, 32)}"`;
  const held = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  const isSame = held.includes(tag) || held.includes('*');
  answerWith?.({
    headers: { etag: `W/${tag}`, vary: 'accept' },
    ...(isSame && { status: 304 as const }),
  });
  return isSame;
}

export const getOwnCatalogSchemaOutput = z
  .looseObject({})
  .meta({ id: 'OwnCatalogSchema', example: { title: 'catalog.yaml' } });

export const getOwnCatalogSchemaMeta = rest({
  method: 'GET',
  path: '/own_catalog/schema',
  summary: 'Read the JSON Schema of the file of products of your own',
  description: 'For editors, which check `catalog.yaml` while it is written. No key is needed.',
  tag: 'Catalog',
  public: true,
});

export const getOwnCatalogSchema = publicProcedure
  .meta(getOwnCatalogSchemaMeta)
  .output(getOwnCatalogSchemaOutput)
  .query(() => ({ ...ownCatalogSchema() }));
