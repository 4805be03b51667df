import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';

export const revokeApiKeyInput = z.object({ id: recordId });

export const revokeApiKeyOutput = z.void();

export const revokeApiKeyMeta = rest({
  method: 'DELETE',
  path: '/api_key/{id}',
  summary: 'Revoke an API key',
  description: 'For good and at once: the next request that shows the key is a 401.',
  tag: 'API keys',
  errors: [404],
  success: 204,
});
