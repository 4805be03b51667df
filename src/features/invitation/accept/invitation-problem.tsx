import Link from 'next/link';
import { Button } from '@/components/ui/button';
import type { InvitationPreview } from './invitation-preview';

export type InvitationProblemProps = {
  readonly signedIn: boolean;
} & (
  | { readonly status: 'unknown' }
  | {
      readonly status: Exclude<InvitationPreview['status'], 'pending'>;
      readonly invitation: InvitationPreview;
    }
);

/** Why a link can no longer be accepted, and what to do about it. */
export function InvitationProblem(props: InvitationProblemProps) {
  const { title, text } = wordsFor(props);
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 mb-6 text-pretty text-muted">{text}</p>
      <div>
        <Button asChild>
          <Link href="/">{props.signedIn ? 'To the start' : 'Sign in'}</Link>
        </Button>
      </div>
    </>
  );
}

function wordsFor(props: InvitationProblemProps): { title: string; text: string } {
  if (props.status === 'unknown') {
    return {
      title: 'This link does not hold',
      text: 'It may be cut short, or a newer link has been made for the same address. Look for a newer one, or ask whoever invited you.',
    };
  }
  const { organizationName, invitedBy, email } = props.invitation;
  switch (props.status) {
    case 'accepted':
      return {
        title: 'This invitation has been used',
        text: `${email} has joined ${organizationName} with it. Sign in with that address to go there.`,
      };
    case 'expired':
      return {
        title: 'This invitation has expired',
        text: `It held for 7 days. Ask ${invitedBy}, or another admin of ${organizationName}, for a new link.`,
      };
    case 'revoked':
      return {
        title: 'This invitation was taken back',
        text: `An admin of ${organizationName} revoked it. If that was a mistake, ask ${invitedBy} to invite you again.`,
      };
  }
}
