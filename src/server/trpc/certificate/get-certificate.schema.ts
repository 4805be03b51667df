import { rest } from '../meta';
import { certificateRecord } from './certificate-record.schema';

export const getCertificateOutput = certificateRecord;

export const getCertificateMeta = rest({
  method: 'GET',
  path: '/certificate',
  summary: 'Read the certificate that image signatures are verified with',
  tag: 'Certificate',
  errors: [404],
  atRoot: true,
});
