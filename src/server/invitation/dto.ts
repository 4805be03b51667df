import type { InvitationMail } from '@/domain/invitation/invitation-mail';
import { invitationStatus, type InvitationStatus } from '@/domain/invitation/invitation-status';
import type { PersonRole } from '@/domain/roles/permissions';
import type { InvitationRow } from './queries';

/** An invitation as callers see it: everything but its token. */
export interface InvitationRecord {
  readonly id: string;
  readonly email: string;
  readonly role: PersonRole;
  readonly status: InvitationStatus;
  readonly expires_at: string;
  /** Name of the person or key that invited. */
  readonly invited_by: string;
  readonly created_at: string;
}

/** A record together with its link, which is never shown again, and what came of mailing it. */
export interface ShownInvitation extends InvitationRecord {
  /** Null where the identity provider mails a link of its own. */
  readonly accept_url: string | null;
  /** Whether the link went to the address by mail as well. */
  readonly mail: InvitationMail;
}

/** One whose link is this service's own. */
export interface OwnInvitation extends ShownInvitation {
  readonly accept_url: string;
}

export function toInvitationRecord(row: InvitationRow, now: Date): InvitationRecord {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: invitationStatus(row, now),
    expires_at: row.expiresAt.toISOString(),
    invited_by: row.invitedBy,
    created_at: row.createdAt.toISOString(),
  };
}
