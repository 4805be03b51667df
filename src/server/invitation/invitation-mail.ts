import type { InvitationMail } from '@/domain/invitation/invitation-mail';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { writeLetter } from '@/server/mail/letter';
import { MailLimit } from '@/server/mail/mail-limit';
import { isMailError, type MailMessage } from '@/server/mail/mailer';
import { address, say, verbatim } from '@/server/mail/words';
import { oncePer } from '@/server/once-per';

/** Whole departments are invited at once; nobody needs their invitation more often than a few times. */
const PER_HOUR = { organization: 200, address: 5 };

const limitsOf = oncePer(({ clock }: Deps) => ({
  organization: new MailLimit(
    clock,
    PER_HOUR.organization,
    'This organization has sent too many invitations within the hour',
  ),
  address: new MailLimit(
    clock,
    PER_HOUR.address,
    'This address was sent too many invitations within the hour',
  ),
}));

/**
 * Counts the mail that an invitation is about to cause; nothing where none is sent. The answer takes it back.
 * @throws DomainError 429 when the organization, or whoever it is, has sent the address too many
 */
export function reserveInvitationMail(
  deps: Deps,
  organizationId: OrganizationId,
  email: string,
): () => void {
  if (!deps.mailer && deps.identityProvider.kind === 'built-in') return () => undefined;
  const { organization, address } = limitsOf(deps);
  organization.take(organizationId);
  try {
    // Across organizations: it is the same mailbox, whoever fills it.
    address.take(email);
  } catch (error) {
    organization.giveBack(organizationId);
    throw error;
  }
  return () => {
    organization.giveBack(organizationId);
    address.giveBack(email);
  };
}

export interface MailedInvitation {
  readonly email: string;
  readonly role: PersonRole;
  readonly organizationName: string;
  readonly invitedBy: string;
  readonly expiresAt: Date;
  /** The accept link. */
  readonly link: string;
}

/** Mails an invitation that is stored already: it holds whatever comes of the mail. Never rejects. */
export async function mailInvitation(
  { mailer, logger }: Deps,
  invitation: MailedInvitation,
): Promise<InvitationMail> {
  if (!mailer) return 'not_configured';
  try {
    await mailer.send(invitationMessage(invitation));
    return 'sent';
  } catch (err) {
    // The mailer has logged its own errors, with what may be said of them.
    if (!isMailError(err)) logger.error({ err }, 'an invitation could not be mailed');
    return isMailError(err) && err.isAddressRefused ? 'refused' : 'failed';
  }
}

const AS_ROLE: Record<PersonRole, string> = {
  viewer: 'a viewer, who reads everything',
  member: 'a member, who reads, scans and writes notes',
  admin: 'an admin, who may do everything there',
};

/** The mail with the accept link. */
export function invitationMessage(invitation: MailedInvitation): MailMessage {
  const { email, role, organizationName, invitedBy, expiresAt, link } = invitation;
  const until = verbatim(inWords(expiresAt));
  return {
    to: email,
    subject: say`${invitedBy} invites you to ${organizationName} on Eventide`,
    ...writeLetter({
      heading: say`Join ${organizationName} on Eventide`,
      paragraphs: [
        say`${invitedBy} invites you to the organization ${organizationName} on Eventide, which shows the software in your images whose support has ended or ends soon.`,
        say`You would be ${verbatim(AS_ROLE[role])}.`,
      ],
      action: { label: say`Open the invitation`, url: link },
      footnote: say`The link is for ${address(email)} alone, works once, and holds until ${until}. If you did not expect it, you need not do anything.`,
    }),
  };
}

const WORDED = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** To the minute, in UTC: where the reader is, nobody knows. */
function inWords(date: Date): string {
  return `${WORDED.format(date)} UTC`;
}
