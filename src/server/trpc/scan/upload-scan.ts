import { DomainError } from '@/domain/errors';
import { toScanUpload } from '@/domain/scan/scan-upload';
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

export const uploadScanV1 = permitted('scan:upload')
  .meta(uploadV1Meta)
  .input(uploadV1Input)
  .output(scanAnswer)
  .mutation(({ ctx, input }) =>
    acceptScan(ctx.deps, ctx.principal, toScanUpload(input.body, 'v1'), scanBodyOf(ctx)),
  );

export const uploadScanV2 = permitted('scan:upload')
  .meta(uploadV2Meta)
  .input(uploadV2Input)
  .output(scanAnswer)
  .mutation(({ ctx, input }) =>
    acceptScan(ctx.deps, ctx.principal, toScanUpload(input.body, 'v2'), scanBodyOf(ctx)),
  );
