import { z } from 'zod';
import { rest } from '../meta';
import { instant } from '../outputs';

export const listScannerProjectsOutput = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string().meta({ example: 'github//acme/shop' }),
      images: z.number().int().describe('Its image tags'),
      last_scan: instant.nullable(),
    })
    .meta({ id: 'ScannerProject' }),
);

export const listScannerProjectsMeta = rest({
  method: 'GET',
  path: '/v1/scanner/projects',
  summary: 'List projects for scanners',
  description: 'All projects of the organization, ordered by name, then id.',
  tag: 'Scanner',
  atRoot: true,
});
