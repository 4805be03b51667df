import { exceeds, type Role } from '@/domain/roles/permissions';
import type { ApiKeyRow } from './queries';

/** An API key as callers see it: everything but the key. Times are ISO 8601 in UTC. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** How the key begins, to recognize it by: `evt_` and eight characters. */
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
