import { z } from 'zod';
import { ownCatalogSchema } from '@/domain/own-catalog/file';
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
    'All of them, as they are applied again: as it is, it changes nothing. `endoflife` has no place for vendors and reasons.',
  tag: 'Catalog',
  alsoAnswers: [YAML_TYPE],
  otherJson: [ENDOFLIFE_DOCUMENT],
});

export const getOwnCatalog = permitted('catalog:read')
  .meta(getOwnCatalogMeta)
  .input(getOwnCatalogInput)
  .output(getOwnCatalogOutput)
  .query(async ({ ctx, input: { format } }) => {
    const { organizationId } = ctx.principal;
    if (format === 'endoflife') {
      const text = await exportEndoflife(ctx.deps, organizationId);
      ctx.answerWith?.({ document: { contentType: 'application/json; charset=utf-8', text } });
      return { file: text };
    }
    const file = await exportOwnCatalog(ctx.deps, organizationId);
    const isYaml =
      format === undefined ? (ctx.accept ?? '').includes(YAML_TYPE) : format === 'yaml';
    if (isYaml)
      ctx.answerWith?.({ document: { contentType: `${YAML_TYPE}; charset=utf-8`, text: file } });
    return { file };
  });

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
