import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { SignOutButton } from '@/features/auth/sign-out-button';
import type { InvitationPreview } from './invitation-preview';
import { OpenOrganization } from './open-organization';
import { wordsForProblem, type ClosedInvitation, type InvitationReader } from './problem-words';

export interface InvitationProblemProps {
  /** Null for a link that was never given out, or has been replaced. */
  readonly invitation: (InvitationPreview & ClosedInvitation) | null;
  /** Null when nobody is signed in here. */
  readonly reader: InvitationReader | null;
  /** The path of the page itself. */
  readonly path: string;
}

/** Why a link can no longer be accepted, and what to do about it. */
export function InvitationProblem(props: InvitationProblemProps) {
  const { title, text, next } = wordsForProblem(props.invitation, props.reader);
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 text-pretty wrap-anywhere text-muted">{text}</p>
      <p className="mt-3 mb-6 text-pretty wrap-anywhere">{next}</p>
      <NextStep {...props} />
    </>
  );
}

function NextStep({ invitation, reader, path }: InvitationProblemProps) {
  if (invitation && reader?.isMember) return <OpenOrganization {...invitation} />;
  if (!reader) return <Way href="/sign-in" label="Sign in" />;
  if (invitation?.status === 'accepted' && reader.email !== invitation.email) {
    return <SignOutButton label="Sign out and go on" destination={signInFor(path)} />;
  }
  return <Way href="/" label="To the start" />;
}

function signInFor(path: string): string {
  return `/sign-in?callbackUrl=${encodeURIComponent(path)}`;
}

function Way({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <div>
      <Button asChild size="lg">
        <Link href={href}>{label}</Link>
      </Button>
    </div>
  );
}
