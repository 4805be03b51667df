import type { InvitationMail } from '@/domain/invitation/invitation';
import type { PersonRole } from '@/domain/roles/permissions';
import { findPersonBehindKey } from '@/server/api-key/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { emailKey } from '@/server/platform/limits/keys';
import { takeAll } from '@/server/platform/limits/limits';
import { writeLetter } from '@/server/platform/mail/letter';
import { isMailError, type MailMessage } from '@/server/platform/mail/mailer';
import { address, say, verbatim } from '@/server/platform/mail/words';

/**
 * Counts the mail that an invitation is about to cause; none where none is sent. The returned function takes it
 * back. A key counts as the person who created it, and an address across organizations: it is the same mailbox, no
 * matter who fills it.
 * @throws DomainError 429 when the organization, the person, the address or the installation had too many
 */
export async function reserveInvitationMail(
  deps: Deps,
  actor: Actor,
  email: string,
): Promise<() => Promise<void>> {
  if (!deps.mailer && deps.identityProvider.kind === 'built-in') return () => Promise.resolve();
  const { kind, id, organizationId } = actor;
  const behindKey =
    kind === 'api_key' ? await findPersonBehindKey(organizationId, deps.db, id) : null;
  return takeAll(deps, [
    { name: 'invitation:organization', key: organizationId },
    { name: 'invitation:person', key: behindKey ?? id },
    { name: 'invitation:email', key: emailKey(deps, email) },
    { name: 'invitation:installation', key: 'all' },
  ]);
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

/** Writes the mail with the accept link. */
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

/** Writes a date to the minute, in UTC: nobody knows where the reader is. */
function inWords(date: Date): string {
  return `${WORDED.format(date)} UTC`;
}
