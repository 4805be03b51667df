import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import type { MemberRow } from './repository';
import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';

/** A person in one organization, as callers see them. */
export interface MemberRecord {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly joined_at: string;
  /** Whether it was shown that the address is theirs: by a link that was mailed there, or by the provider. */
  readonly email_verified: boolean;
}

export function toMemberRecord(row: MemberRow): MemberRecord {
  return {
    user_id: row.userId,
    email: row.email,
    name: row.name,
    role: row.role,
    joined_at: row.joinedAt.toISOString(),
    email_verified: row.isEmailVerified,
  };
}

export const memberRecord = z
  .object({
    user_id: z.guid(),
    email: z.string().meta({ format: 'email' }),
    name: z.string(),
    role: z.enum(PERSON_ROLES),
    joined_at: instant,
    email_verified: z
      .boolean()
      .describe(
        'Whether it was shown that the address is theirs: by a link that was mailed there, or by the word of the identity provider',
      ),
  })
  .meta({
    id: 'Member',
    example: {
      user_id: '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'admin',
      joined_at: '2026-01-02T09:00:00.000Z',
      email_verified: true,
    },
  });
