import { getCertificate as get } from '@/server/certificate/service';
import { permitted } from '../init';
import { getCertificateMeta, getCertificateOutput } from './get-certificate.schema';

export const getCertificate = permitted('certificate:read')
  .meta(getCertificateMeta)
  .output(getCertificateOutput)
  .query(({ ctx }) => get(ctx.deps, ctx.principal.organizationId));
