import { exceeds, type Role, ROLES } from '@/domain/roles/permissions';
import type { ApiKeyRow } from './repository';
import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';

/** An API key as callers see it: everything but the key. Times are ISO 8601 in UTC. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Beginning of the key, to recognize it by: `evt_` and eight characters. */
  readonly prefix: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** When the key was last exchanged for a new one; null when it never was. */
  readonly rotated_at: string | null;
  /** Until when the keys before the current one go on working; null when they do not. */
  readonly grace_ends_at: string | null;
  /** Whether it may do what the person who created it may no longer: they were demoted or removed since. */
  readonly exceeds_creator: boolean;
}

export function toApiKeyRecord(row: ApiKeyRow): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    prefix: `evt_${row.publicId}`,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    rotated_at: row.rotatedAt?.toISOString() ?? null,
    grace_ends_at: row.graceEndsAt?.toISOString() ?? null,
    exceeds_creator: row.createdByUserId !== null && exceeds(row.role, row.creatorRole),
  };
}

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
