import { z } from 'zod';
import { rest } from '../meta';
import { apiKeyRecord } from './api-key-record.schema';

export const listApiKeysOutput = z.array(apiKeyRecord);

export const listApiKeysMeta = rest({
  method: 'GET',
  path: '/api_key',
  summary: 'List the API keys',
  description: 'Newest first, without secrets and without those that were revoked.',
  tag: 'API keys',
});
