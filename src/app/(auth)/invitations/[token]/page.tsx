import type { Metadata } from 'next';
import { hrefs } from '@/features/hrefs';
import { AcceptInvitation, InvitationProblem } from '@/features/invitation/accept/view';
import { pagePerson } from '@/server/page/reader';
import { membershipsOf } from '@/server/organization/service';
import { getDeps } from '@/server/runtime';
import { callServer, isRefused } from '@/trpc/server';

// The address of this page holds the token: no other site may learn it.
export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

/** Longer than any token. */
const LONGEST_TOKEN = 100;

export default async function InvitationPage({ params }: PageProps<'/invitations/[token]'>) {
  const { token } = await params;
  const [invitation, person] = await Promise.all([preview(token), pagePerson()]);
  const deps = await getDeps();
  if (invitation?.status === 'pending') {
    const { oidc, passwordLogin } = deps.env;
    return (
      <AcceptInvitation
        token={token}
        invitation={invitation}
        readerEmail={person?.email ?? null}
        provider={oidc?.name ?? null}
        passwordLogin={passwordLogin}
      />
    );
  }
  const memberships = person ? await membershipsOf(deps, person.id) : [];
  const isMember = memberships.some((one) => one.organizationId === invitation?.organizationId);
  return (
    <InvitationProblem
      invitation={invitation && { ...invitation, status: invitation.status }}
      reader={person && { email: person.email, isMember }}
      path={hrefs.invitation(token)}
    />
  );
}

/** Reads what the link offers; null when it was never issued, or a newer one has replaced it. */
async function preview(token: string) {
  if (token.length > LONGEST_TOKEN) return null;
  try {
    return await callServer.invitation.preview({ token });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND'])) return null;
    throw error;
  }
}
