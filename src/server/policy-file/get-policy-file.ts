import { z } from 'zod';
import { permitted, publicProcedure } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { policyFileSchema } from './dto';
import { exportPolicyFile } from './service/file';

const YAML_TYPE = 'application/yaml';

export const getPolicyFileInput = z.object({
  format: z
    .enum(['json', 'yaml'])
    .describe(
      'The form of the answer: the file itself, or in a JSON object. Left out: as `Accept` says, else JSON',
    )
    .optional(),
});

export const getPolicyFileOutput = z
  .object({ file: z.string().describe('The file, in YAML') })
  .meta({
    id: 'PolicyFile',
    example: { file: 'version: 1\npolicies: []\ndates: []\nprojects: []\n' },
  });

export const getPolicyFileMeta = rest({
  method: 'GET',
  path: '/policy_file',
  summary: 'Read policies, own dates and owners as a file',
  description:
    'The policies, own dates and owners set by hand that there are, as `eventide.yaml`. Applied as it is, it changes nothing.',
  tag: 'Policies',
  alsoAnswers: [YAML_TYPE],
});

export const getPolicyFile = permitted('catalog:read')
  .meta(getPolicyFileMeta)
  .input(getPolicyFileInput)
  .output(getPolicyFileOutput)
  .query(async ({ ctx, input: { format } }) => {
    const file = await exportPolicyFile(ctx.deps, ctx.principal.organizationId);
    const isYaml =
      format === undefined ? (ctx.accept ?? '').includes(YAML_TYPE) : format === 'yaml';
    if (isYaml)
      ctx.answerWith?.({ document: { contentType: `${YAML_TYPE}; charset=utf-8`, text: file } });
    return { file };
  });

export const getPolicyFileSchemaOutput = z
  .looseObject({})
  .meta({ id: 'PolicyFileSchema', example: { title: 'eventide.yaml' } });

export const getPolicyFileSchemaMeta = rest({
  method: 'GET',
  path: '/policy_file/schema',
  summary: 'Read the JSON Schema of the policy file',
  description: 'For editors, which check `eventide.yaml` while it is written. No key is needed.',
  tag: 'Policies',
  public: true,
});

export const getPolicyFileSchema = publicProcedure
  .meta(getPolicyFileSchemaMeta)
  .output(getPolicyFileSchemaOutput)
  .query(() => ({ ...policyFileSchema() }));
