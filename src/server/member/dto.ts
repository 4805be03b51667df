import type { PersonRole } from '@/domain/roles/permissions';
import type { MemberRow } from './queries';

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
