import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { IGNORE_FILES, MAX_IGNORE_CHARACTERS } from '@/domain/waiver-import/read';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { day } from '@/server/platform/trpc/outputs';
import { waiverBody } from './ask-waiver';
import { importWaivers as importFile } from './service/import';

const { scope, project_name, team_id, image_name, image_tag } = waiverBody.shape;
const { reason, ends_on, owner_email } = waiverBody.shape;

export const importWaiversInput = z.object({
  body: z
    .object({
      file: z.enum(IGNORE_FILES).describe('What the file is called'),
      content: storedText(MAX_IGNORE_CHARACTERS).describe('The text of the file'),
      ...{ scope, project_name, team_id, image_name, image_tag },
      reason: reason.nullable().describe('For entries that give none').optional(),
      ends_on: ends_on.nullable().describe('For entries that have no end').optional(),
      owner_email,
      preview: z
        .boolean()
        .default(true)
        .describe('Whether nothing is asked for, and only told what would be'),
    })
    .meta({
      id: 'WaiversImportModel',
      example: {
        ...{ file: '.trivyignore', content: 'EOL-Debian-Linux-11 exp:2027-01-31' },
        ...{ scope: 'project', project_name: 'github//acme/shop' },
        ...{ reason: 'The move to 13 is planned for March', preview: true },
      },
    }),
});

export const importWaiversOutput = z
  .object({
    preview: z.boolean(),
    asked: z.number().int().describe('Entries that are asked for, or would be'),
    entries: z.array(
      z.object({
        line: z.number().int(),
        id: z.string(),
        product_name: z.string().nullable(),
        cycle: z.string().nullable(),
        ends_on: day.nullable(),
        reason: z.string().nullable(),
        waiver_id: z.guid().nullable(),
        not_asked_because: z.string().nullable().describe('Null: it is asked for, or would be'),
      }),
    ),
  })
  .meta({ id: 'WaiversImport' });

export const importWaiversMeta = rest({
  method: 'POST',
  path: '/waivers/import',
  summary: 'Ask for what a file has ignored',
  description:
    'Reads `.trivyignore`, `.trivyignore.yaml` and `.snyk`. An entry `EOL-<product>-<cycle>`, with dashes for blanks, is a waiver of software that images hold; every other one is told why it is not asked for. Unless `preview` is false nothing is asked for. An admin decides on each.',
  tag: 'Waivers',
  errors: [409],
  body: 'json',
});

export const importWaivers = permitted('waiver:ask')
  .meta(importWaiversMeta)
  .input(importWaiversInput)
  .output(importWaiversOutput)
  .mutation(async ({ ctx, input: { body } }) => {
    const entries = await importFile(ctx.deps, ctx.principal, {
      file: body.file,
      content: body.content,
      scope: body.scope,
      projectName: body.project_name ?? null,
      teamId: body.team_id ?? null,
      imageName: body.image_name ?? null,
      imageTag: body.image_tag ?? null,
      reason: body.reason ?? null,
      endsOn: body.ends_on ?? null,
      ownerEmail: body.owner_email ?? null,
      isPreview: body.preview,
    });
    return {
      preview: body.preview,
      asked: entries.filter(({ why }) => why === null).length,
      entries: entries.map(({ line, id, productName, cycle, endsOn, ...entry }) => ({
        ...{ line, id, product_name: productName, cycle, ends_on: endsOn, reason: entry.reason },
        ...{ waiver_id: entry.waiverId, not_asked_because: entry.why },
      })),
    };
  });
