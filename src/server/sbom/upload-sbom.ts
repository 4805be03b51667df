import { z } from 'zod';
import { DomainError } from '@/domain/errors';
import { INVENTORY_FORMATS } from '@/domain/inventory/document';
import { DIGEST } from '@/domain/scan/upload';
import { storedText } from '@/domain/validation/fields';
import type { RequestContext } from '@/server/platform/trpc/context';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { supportRecord } from '@/server/coverage/dto';
import {
  day,
  eolCount,
  eolState,
  estimatedFrom,
  evidenceDegree,
  moveAdvice,
} from '@/server/platform/trpc/outputs';
import { scanAnswer, uploadHeaders } from '@/server/scan/upload-scan';
import { MAX_FINDINGS, MAX_PACKAGES, MAX_UNKNOWN, MAX_UNSHIPPED } from './dto';
import {
  answerWithReport,
  JSON_REPORTS,
  REPORT_TYPES,
  reportedSubject,
  reportInput,
} from './export';
import { uploadSbom as upload } from './service/sbom';

const MAX_LABELS = 100;
/** For the API's document, which has one pattern for a text: without NUL, too. */
const LABEL = String.raw`^$|^[^=\u0000]+=[^\u0000]*$`;

export const uploadSbomInput = z.object({
  project: storedText(1_024)
    .describe('Left out: the name of an application or repository, or `unassigned`')
    .optional(),
  name: storedText(1_024)
    .describe('The image, directory or application; left out: as the document says')
    .optional(),
  tag: storedText(1_024)
    .describe('The tag of an image, the version of an application; left out: as the document says')
    .optional(),
  digest: storedText(1_024)
    // Or without a value: then it is left out.
    .meta({ pattern: `^$|${DIGEST.source}` })
    .describe('Of the image, `sha256:…`')
    .optional(),
  label: z
    .array(
      storedText(1_024)
        // Or without a value: then it is left out.
        .regex(/^$|^[^=]+=/, 'not `name=value`')
        .meta({ pattern: LABEL }),
    )
    .max(MAX_LABELS)
    .describe('A label, `name=value`; may be repeated. Beside those of the document')
    .optional(),
  ...reportInput,
});

const count = z.number().int().min(0);

/** The answer's members that both operations share. */
export const sbomFindings = z.object({
  as_of: day.describe('The UTC day as of which the states are told'),
  eol: eolCount,
  policy: scanAnswer.shape.policy,
  owner: scanAnswer.shape.owner,
  document: z.object({
    format: z.enum(INVENTORY_FORMATS),
    format_version: z.string().nullable(),
    tools: z.array(z.string()).describe('Who wrote it'),
    unnamed: count.describe('Entries without a name, left out'),
    unversioned: count.describe('Components without a version: nothing can be said of them'),
    ranged: count.describe('Of those, the ones that have a range in the place of a version'),
  }),
  coverage: z
    .object({
      components: count,
      matched: count.describe('Supported by their vendors, and known to the catalog'),
      distribution: count.describe('Maintained by a distribution'),
      unknown: count.describe(
        'Not matched: nothing is known of them, they are neither supported nor ended',
      ),
    })
    .describe('How much of it the catalog knows'),
  unknown_components: z
    .array(z.object({ name: z.string(), version: z.string() }))
    .describe(`Those counted as \`unknown\`, by name. At most ${String(MAX_UNKNOWN)}`),
  unshipped: z
    .object({
      components: count.describe('Of those in `coverage`, the ones that do not ship'),
      ended: z
        .array(
          z.object({
            product_name: z.string(),
            cycle: z.string(),
            artifact_type: z.string(),
            packages_total: count,
          }),
        )
        .describe(`Of these, the releases that have ended; at most ${String(MAX_UNSHIPPED)}`),
      ended_total: count,
    })
    // An answer that was remembered under an idempotency key before there was this part goes out again without it.
    .default({ components: 0, ended: [], ended_total: 0 })
    .describe(
      'What the document says is needed to build or test alone, or is excluded: not judged, and no findings',
    ),
  findings: z
    .array(
      z.object({
        product_name: z.string(),
        cycle: z.string(),
        artifact_type: z.string(),
        eol_date: day.nullable(),
        eol_date_known: z
          .boolean()
          .describe(
            'False with a date: it has ended on an unknown day, and the date is the day it was first seen',
          ),
        estimated_from: estimatedFrom,
        // Optional as in violations.
        evidence: evidenceDegree.optional(),
        contract: supportRecord.optional(),
        state: eolState,
        advice: moveAdvice.nullable().describe('Where to move'),
        packages: z
          .array(
            z.object({
              name: z.string(),
              version: z.string(),
              purl: z.string().nullable(),
              path: z
                .string()
                .optional()
                .describe('Where it lies, the first place of several, where the document says it'),
            }),
          )
          .describe(`At most ${String(MAX_PACKAGES)}`),
        packages_total: count,
        why_url: z.url().optional().meta({
          description:
            'The page that says why. Of a check, where the image that it names is stored and holds the same, for keys that may read images',
          example: 'https://eventide.example.com/findings/01931c5f-0d4e-7a62-b3c5-91f2e7d8a604',
        }),
      }),
    )
    .describe(
      `The nearest end first, those without a known end last; at most ${String(MAX_FINDINGS)}`,
    ),
  findings_total: count,
});

export const uploadSbomOutput = sbomFindings
  .extend({
    scan_id: z.uuid(),
    project_id: z.uuid(),
    image_tag_id: z.uuid(),
    url: z.url().meta({
      description: 'The page of the image',
      example: 'https://eventide.example.com/images/01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
    }),
  })
  .meta({ id: 'SbomAnswer' });

export const uploadSbomMeta = rest({
  method: 'PUT',
  path: '/sbom',
  summary: 'Upload an SBOM',
  description:
    'The document is the body, in any of the formats that `/docs/sboms` lists, also packed with gzip or zstd. It is recognized by what it says, not by its type. Or it is the part `sbom` of a form (`multipart/form-data`), with the repository’s CODEOWNERS file as the part `codeowners` beside it, and in `codeowners_path` the path of what was built: the project has the owner whom it names before anything is said of the upload. Accepted whole or not at all; it takes the place of what was last known of the image, directory or application. With an Idempotency-Key header a retry within 24 hours gets the first answer; another document, or the same one for another subject, is a 409.',
  tag: 'SBOM',
  errors: [409],
  alsoAnswers: REPORT_TYPES,
  otherJson: JSON_REPORTS,
  headers: uploadHeaders,
  body: 'sbom',
});

/** A parameter without a value is left out: builds write `tag=$TAG` where there may be no tag. */
export function givenSubject({
  project,
  name,
  tag,
  digest,
}: Partial<Record<'project' | 'name' | 'tag' | 'digest', string | undefined>>) {
  // Blank too: nobody could see such a name, or follow the link that it would be. Any other is taken as it is: blanks at its
  // ends may be what tells two projects apart, and scanners' uploads keep them. A digest has none; what a build reads may.
  const given = (text: string | undefined) => (text?.trim() ? text : null);
  return {
    project: given(project),
    name: given(name),
    tag: given(tag),
    digest: given(digest?.trim()),
  };
}

/** Gives the document of an upload; only the REST adapter makes one. */
export function documentOf({ inventory, scanBody, codeowners }: RequestContext) {
  if (!inventory || !scanBody)
    throw new DomainError('unsupported_media_type', 'SBOMs are uploaded to the REST API');
  return { inventory, scanBody, codeowners };
}

export const uploadSbom = permitted('scan:upload')
  .meta(uploadSbomMeta)
  .input(uploadSbomInput)
  .output(uploadSbomOutput)
  .mutation(async ({ ctx, input: { label, format, location, category, ...given } }) => {
    const { inventory, scanBody, codeowners: file } = documentOf(ctx);
    const named = givenSubject(given);
    const labels = Object.fromEntries((label ?? []).filter(Boolean).map(parseLabel));
    const subject = { ...named, labels };
    const body = { ...scanBody, codeowners: file ? { file, actor: ctx.principal } : null };
    const answer = await upload(ctx.deps, ctx.principal, inventory, subject, body);
    answerWithReport(
      ctx,
      { format, location, category },
      reportedSubject(inventory, named),
      answer,
    );
    return answer;
  });

function parseLabel(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
