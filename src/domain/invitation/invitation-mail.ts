/**
 * What came of mailing an accept link: the mail server took it, it refused the address for good, it took
 * nothing, or there is none.
 */
export const INVITATION_MAILS = ['sent', 'refused', 'failed', 'not_configured'] as const;
export type InvitationMail = (typeof INVITATION_MAILS)[number];
