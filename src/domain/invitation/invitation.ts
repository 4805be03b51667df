export const INVITATION_STATUSES = ['pending', 'accepted', 'expired', 'revoked'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** How long an invitation holds, from when it is made or renewed. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** The stored dates of an invitation's course. */
export interface InvitationCourse {
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Where an invitation stands at `now`. */
export function invitationStatus(course: InvitationCourse, now: Date): InvitationStatus {
  if (course.acceptedAt) return 'accepted';
  if (course.revokedAt) return 'revoked';
  return course.expiresAt <= now ? 'expired' : 'pending';
}

/**
 * The outcome of mailing an accept link: the mail server took it, it refused the address for good, it took
 * nothing, or there is none.
 */
export const INVITATION_MAILS = ['sent', 'refused', 'failed', 'not_configured'] as const;
export type InvitationMail = (typeof INVITATION_MAILS)[number];
