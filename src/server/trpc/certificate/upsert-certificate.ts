import { storeCertificate } from '@/server/certificate/service';
import { permitted } from '../init';
import {
  upsertCertificateInput,
  upsertCertificateMeta,
  upsertCertificateOutput,
} from './upsert-certificate.schema';

export const upsertCertificate = permitted('certificate:write')
  .meta(upsertCertificateMeta)
  .input(upsertCertificateInput)
  .output(upsertCertificateOutput)
  .mutation(({ ctx, input }) => storeCertificate(ctx.deps, ctx.principal, input.body.certificate));
