import { z } from 'zod';
import { rest } from '../meta';

export const listLabelsOutput = z
  .object({ labels: z.record(z.string(), z.array(z.string())) })
  .meta({ id: 'DynamicKeysModel', example: { labels: { team: ['billing', 'payments'] } } });

export const listLabelsMeta = rest({
  method: 'GET',
  path: '/image/labels',
  summary: 'List image labels',
  description:
    'The names of all labels that images of the organization have, each with its values: the first 1,000 in their order.',
  tag: 'Images',
});
