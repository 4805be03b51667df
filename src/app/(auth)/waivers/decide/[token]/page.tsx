import type { Metadata } from 'next';
import { Link } from '@/components/ui/link';
import { Button } from '@/components/ui/button';
import { SignOutButton } from '@/features/auth/actions';
import { LinkProblem } from '@/features/frame/form-problem';
import { hrefs } from '@/features/hrefs';
import { DecideForm } from '@/features/waiver/decide/form';
import { pagePerson } from '@/server/page/reader';
import { callServer, isRefused } from '@/trpc/server';

// The address of this page holds the token: no other site may learn it.
export const metadata: Metadata = { title: 'Decide on a waiver', referrer: 'no-referrer' };

/** Longer than any token. */
const LONGEST_TOKEN = 100;

export default async function DecidePage({ params }: PageProps<'/waivers/decide/[token]'>) {
  const { token } = await params;
  const found = await preview(token);
  if (typeof found === 'object') return <DecideForm token={token} preview={found} />;
  if (found === 'gone') {
    return (
      <LinkProblem
        action={
          <Button asChild size="lg">
            <Link href={hrefs.waivers()}>To the waivers</Link>
          </Button>
        }
      >
        It is too old, or what it was for has been decided or changed meanwhile. What waits for you
        is in the list of waivers.
      </LinkProblem>
    );
  }
  const isSignedIn = (await pagePerson()) !== null;
  return (
    <LinkProblem
      action={
        isSignedIn && (
          <SignOutButton label="Sign out and go on" destination={hrefs.decideWaiver(token)} />
        )
      }
    >
      {isSignedIn
        ? 'It is for another person than the one who is signed in here, or you may not decide on it any more.'
        : 'Whoever it was sent to may not decide on it any more.'}
    </LinkProblem>
  );
}

/** Reads what the link asks for; `gone`: it holds no more, `refused`: it is not for whoever opens it. */
async function preview(token: string) {
  if (token.length > LONGEST_TOKEN) return 'gone';
  try {
    return await callServer.waiver.previewLink({ token });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return 'gone';
    if (isRefused(error, ['FORBIDDEN'])) return 'refused';
    throw error;
  }
}
