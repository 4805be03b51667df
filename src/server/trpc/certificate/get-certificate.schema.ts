import { z } from 'zod';
import { rest } from '../meta';
import { instant } from '../outputs';

export const getCertificateOutput = z
  .object({
    certificate: z.string().describe('PEM'),
    subject: z.string(),
    issuer: z.string(),
    not_before: instant,
    not_after: instant,
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Certificate' });

export const getCertificateMeta = rest({
  method: 'GET',
  path: '/certificate',
  summary: 'Read the certificate that image signatures are verified with',
  tag: 'Certificate',
  atRoot: true,
});
