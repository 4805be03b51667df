import { z } from 'zod';
import { rest } from '../meta';

export const checkHealthOutput = z.object({ status: z.literal('ok') });

export const checkHealthMeta = rest({
  method: 'GET',
  path: '/healthz',
  summary: 'Tell whether the service can do its work',
  description:
    '503 with the reason while its database is away or does not answer within two seconds.',
  tag: 'Service',
  errors: [503],
  atRoot: true,
  public: true,
});
