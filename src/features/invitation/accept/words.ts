import { formatDay } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';

/** An invitation as the holder of its link sees it. */
export type InvitationPreview = Outputs['invitation']['preview'];

/** An invitation that can no longer be accepted. */
export interface ClosedInvitation extends Pick<
  InvitationPreview,
  'organizationName' | 'invitedBy' | 'email' | 'expiresAt'
> {
  readonly status: Exclude<InvitationPreview['status'], 'pending'>;
}

/** Person who is signed in while the link is open. */
export interface InvitationReader {
  readonly email: string;
  /** Whether they belong to the organization of the invitation. */
  readonly isMember: boolean;
}

interface ProblemWords {
  readonly title: string;
  /** Explanation of what happened. */
  readonly text: string;
  /** Next step for the reader. */
  readonly next: string;
}

/** Explains why a link cannot be accepted and what this reader can do. Null: a link that nobody knows. */
export function wordsForProblem(
  invitation: ClosedInvitation | null,
  reader: InvitationReader | null,
): ProblemWords {
  if (!invitation) {
    return {
      title: 'This link does not work any more',
      text: 'It may have been cut short on the way, or a newer link was made for the same address and replaced it.',
      next: 'Look for a newer mail or message, and copy the whole address. If there is none, ask whoever invited you to send the invitation again.',
    };
  }
  const words = happened(invitation);
  return reader?.isMember
    ? { ...words, next: `You are a member of ${invitation.organizationName} all the same.` }
    : { ...words, next: nextStep(invitation, reader) };
}

function happened({ status, organizationName, invitedBy, email, expiresAt }: ClosedInvitation) {
  switch (status) {
    case 'accepted':
      return {
        title: 'This invitation has been used',
        text: `${email} has joined ${organizationName} with it. A link works once.`,
      };
    case 'expired':
      return {
        title: 'This invitation has expired',
        text: `${invitedBy} invited ${email} to ${organizationName}; the link held until ${formatDay(expiresAt.slice(0, 10))}.`,
      };
    case 'revoked':
      return {
        title: 'This invitation was taken back',
        text: `An admin of ${organizationName} has revoked the invitation of ${email}.`,
      };
  }
}

function nextStep(invitation: ClosedInvitation, reader: InvitationReader | null): string {
  const { status, organizationName, invitedBy, email } = invitation;
  const again = `ask ${invitedBy}, or another admin of ${organizationName}`;
  switch (status) {
    case 'accepted':
      if (reader === null) return `Sign in as ${email} to go there.`;
      return reader.email === email
        ? `You are no longer a member. If that is a mistake, ${again}, to invite you again.`
        : `You are signed in as ${reader.email}. Sign in as ${email} to go there.`;
    case 'expired':
      return `To join, ${again}, for a new one.`;
    case 'revoked':
      return `If that was a mistake, ${again}, to invite you again.`;
  }
}
