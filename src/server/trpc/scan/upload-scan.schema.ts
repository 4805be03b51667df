import { z } from 'zod';
import { scanEventPayload, scanEventPayloadV2 } from '@/domain/scan/payload-schema';
import { rest } from '../meta';
import { eolCount } from '../outputs';

const description =
  'What a scanner found in one image or directory. Accepted whole or not at all. With an Idempotency-Key header a ' +
  'retry within 24 hours gets the first answer.';

export const uploadV1Meta = rest({
  method: 'PUT',
  path: '/v1/scan',
  summary: 'Upload a scan of an image',
  description,
  tag: 'Scan ingest',
  body: 'scan',
  atRoot: true,
});

export const uploadV2Meta = rest({
  method: 'PUT',
  path: '/v2/scan',
  summary: 'Upload a scan of an image or a directory',
  description,
  tag: 'Scan ingest',
  body: 'scan',
  atRoot: true,
});

export const uploadV1Input = z.object({ body: scanEventPayload });
export const uploadV2Input = z.object({ body: scanEventPayloadV2 });

export const scanAnswer = z
  .object({
    scan_id: z.uuid(),
    project_id: z.uuid(),
    image_tag_id: z.uuid(),
    matches: z.number().int().min(0).describe('Entries of the uploaded Matches'),
    eol: eolCount,
    policy: z.object({
      action: z.enum(['ALLOW', 'WARN', 'DENY']),
      violations: z.array(z.looseObject({})),
    }),
  })
  .meta({ id: 'ScanAnswer' });
