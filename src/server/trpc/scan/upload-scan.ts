import { DomainError } from '@/domain/errors';
import { toScanUpload, type ScanUpload } from '@/domain/scan/scan-upload';
import type { Principal } from '@/server/auth/principal';
import { readPoliciesBefore } from '@/server/key-use/service';
import type { ScanAnswer } from '@/server/scan/dto';
import { acceptScan } from '@/server/scan/service';
import type { RequestContext } from '../context';
import { permitted } from '../init';
import {
  scanAnswer,
  uploadV1Input,
  uploadV1Meta,
  uploadV2Input,
  uploadV2Meta,
} from './upload-scan.schema';

/** The streamed part of an upload; only the REST adapter makes one. */
function scanBodyOf(ctx: RequestContext) {
  if (!ctx.scanBody)
    throw new DomainError('unsupported_media_type', 'Scans are uploaded to the REST API');
  return ctx.scanBody;
}

async function accept(
  ctx: RequestContext & { readonly principal: Principal },
  upload: ScanUpload,
): Promise<ScanAnswer> {
  const body = scanBodyOf(ctx);
  const policiesRead = await readPoliciesBefore(ctx.deps, ctx.principal, ctx.remoteAddress);
  return acceptScan(ctx.deps, ctx.principal, upload, body, policiesRead);
}

export const uploadScanV1 = permitted('scan:upload')
  .meta(uploadV1Meta)
  .input(uploadV1Input)
  .output(scanAnswer)
  .mutation(({ ctx, input }) => accept(ctx, toScanUpload(input.body, 'v1')));

export const uploadScanV2 = permitted('scan:upload')
  .meta(uploadV2Meta)
  .input(uploadV2Input)
  .output(scanAnswer)
  .mutation(({ ctx, input }) => accept(ctx, toScanUpload(input.body, 'v2')));
