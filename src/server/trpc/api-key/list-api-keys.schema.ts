import { z } from 'zod';
import { apiKeyRecord } from './api-key-record.schema';

/** Newest first, without those that are revoked. */
export const listApiKeysOutput = z.array(apiKeyRecord);
