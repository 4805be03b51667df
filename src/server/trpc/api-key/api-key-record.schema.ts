import { z } from 'zod';
import { ROLES } from '@/domain/roles/permissions';
import { instant } from '../outputs';

const apiKeyExample = {
  id: '01931c5d-6b52-7c03-ad18-9e6c3f7b2041',
  name: 'Build server',
  role: 'scanner',
  prefix: 'evt_k3PzQ8aV',
  created_by: 'Ada Lovelace',
  created_at: '2026-01-02T09:00:00.000Z',
  expires_at: null,
  last_used_at: '2026-04-30T12:00:00.000Z',
  rotated_at: null,
  grace_ends_at: null,
  exceeds_creator: false,
};

/** An API key without its secret. */
export const apiKeyRecord = z
  .object({
    id: z.guid(),
    name: z.string(),
    role: z.enum(ROLES),
    prefix: z.string().describe('How the key begins, to recognize it by'),
    created_by: z.string().describe('Name of the person or key that created it'),
    created_at: instant,
    expires_at: instant.nullable().describe('Null: it does not expire'),
    last_used_at: instant.nullable().describe('To the minute; null: never'),
    rotated_at: instant.nullable().describe('When it was last exchanged for a new one'),
    grace_ends_at: instant
      .nullable()
      .describe('Until when the keys before the current one go on working; null: they do not'),
    exceeds_creator: z
      .boolean()
      .describe(
        'Whether it may do what the person who created it may no longer, since they were demoted or removed',
      ),
  })
  .meta({ id: 'ApiKey', example: apiKeyExample });

/** A record together with the key itself. */
export const shownApiKey = apiKeyRecord
  .extend({ key: z.string().describe('The key itself, shown this once') })
  .meta({
    id: 'ShownApiKey',
    example: {
      ...apiKeyExample,
      key: 'evt_k3PzQ8aV_3q2-7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wEjRWc',
    },
  });
