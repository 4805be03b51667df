import { Link } from '@/components/ui/link';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { OrDivider, ProviderButton, SignOutButton } from '@/features/auth/actions';
import { ROLE_WORDS } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { JoinAsNewPerson, JoinButton, OpenOrganization } from './form';
import {
  wordsForProblem,
  type InvitationPreview,
  type ClosedInvitation,
  type InvitationReader,
} from './words';

export interface AcceptInvitationProps {
  readonly token: string;
  readonly invitation: InvitationPreview;
  /** Address of the person who is signed in; null when nobody is. */
  readonly readerEmail: string | null;
  /** Name of the sign-in provider; null when there is none. */
  readonly provider: string | null;
  /** Whether people may sign in with a password. */
  readonly passwordLogin: boolean;
}

/** Shows an invitation and the way to accept it that fits the reader. */
export function AcceptInvitation(props: AcceptInvitationProps) {
  const { organizationName, invitedBy, role, expiresAt } = props.invitation;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">
        Join {organizationName}
      </h1>
      <p className="mt-1 text-pretty text-muted">
        {invitedBy} invites you to this organization. {ROLE_WORDS[role]}.
      </p>
      <p className="mt-1 mb-6 text-xs text-muted">
        The invitation holds until <DateTime value={expiresAt} />.
      </p>
      <WayIn {...props} />
    </>
  );
}

function WayIn(props: AcceptInvitationProps) {
  const { token, invitation, readerEmail, provider, passwordLogin } = props;
  const { email, invitedBy } = invitation;
  if (readerEmail === email) return <JoinButton token={token} email={email} />;
  if (readerEmail !== null) {
    return (
      <div className="grid gap-4">
        <p className="text-sm">
          It is for <strong className="font-medium wrap-anywhere">{email}</strong>, and you are
          signed in as <strong className="font-medium wrap-anywhere">{readerEmail}</strong>. Sign
          out to go on here as the invited person.
        </p>
        <SignOutButton label="Sign out and go on" destination={hrefs.invitation(token)} />
        <p className="text-sm text-muted">
          If both addresses are yours, ask {invitedBy} to invite the one you use here.
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {provider !== null && (
        <div className="grid gap-4">
          <p className="text-sm">
            It is for <strong className="font-medium wrap-anywhere">{email}</strong>. Continue with
            that address, and you come back to this page.
          </p>
          <ProviderButton
            provider={provider}
            destination={hrefs.invitation(token)}
            variant={passwordLogin ? 'secondary' : 'primary'}
          />
        </div>
      )}
      {provider !== null && passwordLogin && <OrDivider>or with a password</OrDivider>}
      {passwordLogin && <WithPassword {...props} />}
    </div>
  );
}

/** Offers both ways: the page must not tell whether the address has an account. */
function WithPassword({ token, invitation }: AcceptInvitationProps) {
  return (
    <div className="grid gap-5">
      <JoinAsNewPerson token={token} email={invitation.email} />
      <OrDivider>or</OrDivider>
      <div className="grid justify-items-start gap-3">
        <p className="text-sm">
          If you have an account with this address, sign in with it, and you come back to this page.
        </p>
        <Button asChild size="lg">
          <Link href={hrefs.signIn(hrefs.invitation(token))}>Sign in to join</Link>
        </Button>
      </div>
    </div>
  );
}

export interface InvitationProblemProps {
  /** Null for a link that was never issued or has been replaced. */
  readonly invitation: (InvitationPreview & ClosedInvitation) | null;
  /** Null when nobody is signed in here. */
  readonly reader: InvitationReader | null;
  /** Path of this page. */
  readonly path: string;
}

/** Explains why a link can no longer be accepted and what to do about it. */
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
  if (!reader) return <Way href={hrefs.signIn()} label="Sign in" />;
  if (invitation?.status === 'accepted' && reader.email !== invitation.email) {
    return <SignOutButton label="Sign out and go on" destination={hrefs.signIn(path)} />;
  }
  return <Way href={hrefs.start} label="Go to the overview" />;
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
