import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest, type RestMethod } from '@/server/platform/trpc/meta';
import { documentOf } from '@/server/sbom/upload-sbom';
import { flag, MAX_TAGS, trackedTag, trackedText } from './dto';
import { uploadBom as upload, type BomFields } from './service/upload';

const id = z
  .union([z.literal('').transform(() => null), recordId])
  .nullish()
  .transform((text) => text ?? null);

const tags = z.union([
  // As a form has them.
  storedText(65_536)
    .transform((text) => text.split(',').filter((tag) => tag.trim() !== ''))
    .pipe(z.array(storedText(1_024)).max(MAX_TAGS)),
  z.array(trackedTag).max(MAX_TAGS),
]);

export const uploadBomInput = z.object({
  body: z.object({
    project: id,
    projectName: trackedText,
    projectVersion: trackedText,
    autoCreate: flag,
    projectTags: tags.nullish(),
    parentUUID: id,
    parentName: trackedText,
    parentVersion: trackedText,
    isActive: flag,
    isLatest: flag,
    /** The same, as some clients name it. */
    isLatestProjectVersion: flag,
  }),
});

export const uploadBomOutput = z.object({
  /** Of the upload. It is done: whoever asks for it hears that nothing is processed. */
  token: z.guid(),
  projectUuid: z.guid(),
});

const metaOf = (method: RestMethod) =>
  rest({
    ...{ method, path: '/v1/bom', summary: 'Upload a BOM', tag: 'Dependency-Track' },
    ...{ api: 'dependency-track', errorBody: 'dependency-track', body: 'bom' },
  });
export const putBomMeta = metaOf('PUT');
export const postBomMeta = metaOf('POST');

const operation = (meta: typeof putBomMeta) =>
  permitted('scan:upload')
    .meta(meta)
    .input(uploadBomInput)
    .output(uploadBomOutput)
    .mutation(({ ctx, input }) => {
      const { inventory, scanBody } = documentOf(ctx);
      return upload(ctx.deps, ctx.principal, inventory, toFields(input.body), scanBody);
    });

/** Both verbs take both forms: JSON with the document in base64, and `multipart/form-data`. */
export const putBom = operation(putBomMeta);
export const postBom = operation(postBomMeta);

function toFields(body: z.output<typeof uploadBomInput>['body']): BomFields {
  const { project, projectName: name, parentName } = body;
  return {
    project,
    named: name === null ? null : { name, version: body.projectVersion },
    autoCreate: body.autoCreate ?? false,
    parent: {
      project: body.parentUUID,
      named: parentName === null ? null : { name: parentName, version: body.parentVersion },
    },
    isActive: body.isActive ?? undefined,
    isLatest: body.isLatest ?? body.isLatestProjectVersion ?? undefined,
    tags: body.projectTags ?? undefined,
  };
}
