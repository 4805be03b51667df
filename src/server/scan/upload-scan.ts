import { z } from 'zod';
import { scanEventPayload, scanEventPayloadV2 } from '@/domain/scan/payload';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { MAX_VIOLATIONS } from '@/domain/policy/violation';
import { rest } from '@/server/platform/trpc/meta';
import { day, eolCount, evidenceDegree } from '@/server/platform/trpc/outputs';
import { DomainError } from '@/domain/errors';
import { packageViolation, waivedPackageViolation } from '@/server/registry/dto';
import { ownerRecord } from '@/server/team/dto';
import type { Distro, ScanContext } from '@/domain/scan/context';
import { toScanUpload, type ScanUpload } from '@/domain/scan/upload';
import type { Principal } from '@/server/platform/auth/principal';
import { readPoliciesBefore } from '@/server/platform/auth/key-use';
import type { ScanBody } from '@/server/platform/http/scan-body';
import type { ScanAnswer } from './dto';
import { acceptScan } from './service/upload';
import { readWithSbom } from './service/uploaded-sbom';
import type { RequestContext } from '@/server/platform/trpc/context';
import { permitted } from '@/server/platform/trpc/init';

const description =
  'What a scanner found in one image or directory. Accepted whole or not at all. With an Idempotency-Key header a ' +
  'retry within 24 hours gets the first answer.';

/** Headers of uploads. */
export const uploadHeaders = z.object({
  'Idempotency-Key': z.string().max(255).optional().meta({
    description: 'Makes a retry safe: the same body under the same key is accepted once',
    example: 'build-4711',
  }),
});

export const uploadV1Meta = rest({
  method: 'PUT',
  path: '/v1/scan',
  summary: 'Upload a scan of an image',
  description,
  tag: 'Scan ingest',
  errors: [409],
  headers: uploadHeaders,
  body: 'scan',
  atRoot: true,
});

export const uploadV2Meta = rest({
  method: 'PUT',
  path: '/v2/scan',
  summary: 'Upload a scan of an image or a directory',
  description,
  tag: 'Scan ingest',
  errors: [409],
  headers: uploadHeaders,
  body: 'scan',
  atRoot: true,
});

export const uploadV1Input = z.object({ body: scanEventPayload });
export const uploadV2Input = z.object({ body: scanEventPayloadV2 });

const violation = z
  .object({
    policy_id: z.guid(),
    action: z.enum(['WARN', 'DENY']),
    product_name: z.string(),
    cycle: z.string(),
    artifact_types: z.array(z.string()),
    eol_date: day.nullable(),
    evidence: evidenceDegree
      // An answer that was remembered under an idempotency key before it was said goes out again without it.
      .optional(),
    applies_on: day.describe('Since when the policy applies'),
    message: z.string().describe('Why, in words'),
  })
  .meta({ id: 'PolicyViolation' });

const waivedViolation = violation
  .omit({ action: true })
  .extend({
    waived_action: violation.shape.action.describe('What it would be without the waiver'),
    waiver_id: z.guid(),
    ends_on: day.describe('The last day of the waiver'),
  })
  .meta({ id: 'WaivedViolation' });

export const scanAnswer = z
  .object({
    scan_id: z.uuid(),
    project_id: z.uuid(),
    image_tag_id: z.uuid(),
    matches: z.number().int().min(0).describe('Entries of the uploaded Matches'),
    eol: eolCount,
    owner: ownerRecord
      .nullable()
      .describe('Whom to ask: who owns the project. Null: nobody')
      .optional(),
    policy: z
      .object({
        action: z
          .enum(POLICY_ACTIONS)
          .describe('The worst of the violations and packages, ALLOW without any'),
        violations: z
          .array(violation)
          .describe(`Denials first, then by product and cycle; at most ${String(MAX_VIOLATIONS)}`),
        waived: z
          .array(waivedViolation)
          .describe('What would be violations but for a waiver. Left out where nothing is waived')
          .optional(),
        packages: z
          .array(packageViolation)
          .describe(
            `Packages that a policy judges by what their registries say: denials first, then by name and version; at most ${String(MAX_VIOLATIONS)}. Left out where no policy does`,
          )
          .optional(),
        waived_packages: z
          .array(waivedPackageViolation)
          .describe('What would be among them but for a waiver. Left out where nothing is waived')
          .optional(),
        waiver_url: z
          .string()
          .describe(
            'Of answers on SBOMs with violations: where to ask for a waiver. `product` and `cycle` are added to it',
          )
          .optional(),
        only_running: z
          .object({
            policies: z
              .number()
              .int()
              .min(1)
              .describe('Policies that judge an image only while a cluster runs it'),
            runs: z
              .boolean()
              .nullable()
              .describe(
                'Whether a cluster runs this one: one of its digest, else of its name and tag. Null: no cluster was heard of for a week, and these policies decide nothing',
              ),
          })
          .describe('Left out where no policy asks what runs')
          .optional(),
      })
      .describe(
        'What the policies say of all software in the upload, also of what only the catalog finds in its inventory. A scanner evaluates them on its own matches alone',
      ),
  })
  .meta({ id: 'ScanAnswer' });

/** Gives the streamed part of an upload; only the REST adapter makes one. */
function scanBodyOf(ctx: RequestContext) {
  if (!ctx.scanBody)
    throw new DomainError('unsupported_media_type', 'Scans are uploaded to the REST API');
  return ctx.scanBody;
}

async function accept(
  ctx: RequestContext & { readonly principal: Principal },
  translate: (distro: Distro | null) => ScanUpload,
): Promise<ScanAnswer> {
  const body = scanBodyOf(ctx);
  const { scanReading } = ctx;
  const policiesRead = readPoliciesBefore(ctx.deps, ctx.principal, ctx.remoteAddress);
  // It is waited for where it is stored; an upload that is refused before that says why itself.
  policiesRead.catch(() => undefined);
  const upload = scanReading?.known?.upload ?? (await readScan(translate, body));
  scanReading?.remember(upload);
  return acceptScan(ctx.deps, ctx.principal, upload, body, policiesRead);
}

async function readScan(
  translate: (distro: Distro | null) => ScanUpload,
  { sbom }: ScanBody,
): Promise<ScanUpload> {
  return sbom ? readWithSbom(translate, sbom) : translate(null);
}

/** The scanner's own word on the distribution goes first. */
function withDistro<Payload extends { readonly Context: ScanContext }>(
  body: Payload,
  distro: Distro | null,
): Payload {
  const { Context } = body;
  return { ...body, Context: { ...Context, distro: Context.distro ?? distro } };
}

export const uploadScanV1 = permitted('scan:upload')
  .meta(uploadV1Meta)
  .input(uploadV1Input)
  .output(scanAnswer)
  .mutation(({ ctx, input: { body } }) =>
    accept(ctx, (distro) => toScanUpload(withDistro(body, distro), 'v1')),
  );

export const uploadScanV2 = permitted('scan:upload')
  .meta(uploadV2Meta)
  .input(uploadV2Input)
  .output(scanAnswer)
  .mutation(({ ctx, input: { body } }) =>
    accept(ctx, (distro) => toScanUpload(withDistro(body, distro), 'v2')),
  );
