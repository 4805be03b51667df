import type { Metadata } from 'next';
import { Link } from '@/components/ui/link';
import { notFound } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { ConfirmEmail } from '@/features/account/email/form';
import { LinkProblem } from '@/features/frame/form-problem';
import { hrefs } from '@/features/hrefs';
import { requirePagePerson } from '@/server/page/reader';
import { getDeps } from '@/server/runtime';
import { callServer, isRefused } from '@/trpc/server';

// The address of this page holds the token: no other site may learn it.
export const metadata: Metadata = { title: 'Confirm your address', referrer: 'no-referrer' };

export default async function ConfirmEmailPage({ params }: PageProps<'/confirm-email/[token]'>) {
  const { token } = await params;
  const { env } = await getDeps();
  if (!env.passwordLogin) notFound();
  const person = await requirePagePerson();
  const change = await preview(token);
  if (!change) {
    return (
      <LinkProblem
        action={
          <Button asChild>
            <Link href={hrefs.account}>To your account</Link>
          </Button>
        }
      >
        It has been used, is older than an hour, or was taken back. Or it is for another account
        than <span className="wrap-anywhere text-fg">{person.email}</span>, as which you are signed
        in.
      </LinkProblem>
    );
  }
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold tracking-tight">
        {change.email === person.email ? 'Confirm your address' : 'Confirm your new address'}
      </h1>
      <ConfirmEmail token={token} email={change.email} currentEmail={person.email} />
    </>
  );
}

/** The address that the link is for; null when it does not hold for the reader. */
async function preview(token: string) {
  try {
    return await callServer.account.previewEmail({ token });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
}
