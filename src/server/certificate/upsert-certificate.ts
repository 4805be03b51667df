import { z } from 'zod';
import { readCertificateBundle } from '@/domain/certificate/bundle';
import { storedText } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { certificateRecord, pemMeta } from './dto';
import { storeCertificate } from './service';
import { permitted } from '@/server/platform/trpc/init';

const MAX_LENGTH = 64 * 1024;

export const upsertCertificateInput = z.object({
  body: z
    .object({
      certificate: storedText(MAX_LENGTH)
        .meta({
          ...pemMeta,
          pattern: '-----BEGIN CERTIFICATE-----[\\s\\S]+-----END CERTIFICATE-----',
          description: 'One or more X.509 certificates in PEM; private keys are refused',
        })
        .transform((text, context) => {
          const read = readCertificateBundle(text);
          if ('bundle' in read) return read.bundle;
          for (const message of read.problems) {
            context.issues.push({ code: 'custom', message, input: undefined });
          }
          return z.NEVER;
        }),
    })
    .meta({ id: 'CertificatesModel', example: { certificate: pemMeta.example } }),
});

export const upsertCertificateOutput = certificateRecord;

export const upsertCertificateMeta = rest({
  method: 'POST',
  path: '/certificate/upsert',
  summary: 'Store the certificate that image signatures are verified with',
  description:
    'Replaces the one before. Each certificate must parse as X.509; a 422 says which one does not.',
  tag: 'Certificate',
  success: 201,
  body: 'json',
});

export const upsertCertificate = permitted('certificate:write')
  .meta(upsertCertificateMeta)
  .input(upsertCertificateInput)
  .output(upsertCertificateOutput)
  .mutation(({ ctx, input }) => storeCertificate(ctx.deps, ctx.principal, input.body.certificate));
