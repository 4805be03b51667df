import { z } from 'zod';
import { instant } from '../outputs';

/** For the API's document. */
export const PEM_EXAMPLE = '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n';

export const certificateRecord = z
  .object({
    certificate: z.string().describe('PEM, one certificate or several'),
    subject: z.string().describe('Of the first certificate'),
    issuer: z.string().describe('Of the first certificate'),
    not_before: instant,
    not_after: instant,
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Certificate',
    example: {
      certificate: PEM_EXAMPLE,
      subject: 'CN=signing.example.com',
      issuer: 'CN=Example CA',
      not_before: '2026-01-01T00:00:00.000Z',
      not_after: '2027-01-01T00:00:00.000Z',
      created_at: '2026-01-02T09:00:00.000Z',
      updated_at: '2026-01-02T09:00:00.000Z',
    },
  });
