import {
  INVITATION_STATUSES,
  type InvitationMail,
  invitationStatus,
  type InvitationStatus,
} from '@/domain/invitation/invitation';
import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import type { InvitationRow } from './repository';
import { z } from 'zod';
import { instant } from '@/server/platform/trpc/outputs';

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

/** A record together with its link, which is never shown again, and the outcome of mailing it. */
export interface ShownInvitation extends InvitationRecord {
  /** Null where the identity provider mails a link of its own. */
  readonly accept_url: string | null;
  /** Whether the link went to the address by mail as well. */
  readonly mail: InvitationMail;
}

/** An invitation whose link is this service's own. */
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

/** For the API's document. */
export const invitationExample = {
  id: '01931c5c-3a41-7f92-9c07-8d5b2e6a1f30',
  email: 'grace@example.com',
  role: 'member',
  status: 'pending',
  expires_at: '2026-01-09T09:00:00.000Z',
  invited_by: 'Ada Lovelace',
  created_at: '2026-01-02T09:00:00.000Z',
};

/** An invitation without its token. */
export const invitationRecord = z
  .object({
    id: z.guid(),
    email: z.string().meta({ format: 'email' }),
    role: z.enum(PERSON_ROLES),
    status: z.enum(INVITATION_STATUSES),
    expires_at: instant,
    invited_by: z.string().describe('Name of the person or key that invited'),
    created_at: instant,
  })
  .meta({ id: 'Invitation', example: invitationExample });

/** The end of an accept link. */
export const invitationToken = z.string().min(1).max(100);
