import { z } from 'zod';
import { instant } from '../outputs';

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
  .meta({ id: 'Certificate' });
