import { rest } from '@/server/platform/trpc/meta';
import { certificateRecord } from './dto';
import { getCertificate as get } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const getCertificateOutput = certificateRecord;

export const getCertificateMeta = rest({
  method: 'GET',
  path: '/certificate',
  summary: 'Read the certificate that image signatures are verified with',
  tag: 'Certificate',
  errors: [404],
  atRoot: true,
});

export const getCertificate = permitted('certificate:read')
  .meta(getCertificateMeta)
  .output(getCertificateOutput)
  .query(({ ctx }) => get(ctx.deps, ctx.principal.organizationId));
