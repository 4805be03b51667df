import type { Metadata } from 'next';
import { Link } from '@/components/ui/link';
import { notFound } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { LinkProblem } from '@/features/frame/form-problem';
import { ResetPasswordForm } from '@/features/auth/password/form';
import { hrefs } from '@/features/hrefs';
import { getDeps } from '@/server/runtime';
import { callServer, isRefused } from '@/trpc/server';

// The address of this page holds the token: no other site may learn it.
export const metadata: Metadata = { title: 'New password', referrer: 'no-referrer' };

export default async function ResetPasswordPage({ params }: PageProps<'/reset-password/[token]'>) {
  const { token } = await params;
  const { env } = await getDeps();
  if (!env.passwordLogin) notFound();
  const account = await preview(token);
  if (!account) {
    return (
      <LinkProblem
        action={
          <Button asChild>
            <Link href={hrefs.forgotPassword}>Ask for a new link</Link>
          </Button>
        }
      >
        It has been used, is older than an hour, or a newer one has been asked for since.
      </LinkProblem>
    );
  }
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">Choose a new password</h1>
      <ResetPasswordForm token={token} {...account} />
    </>
  );
}

/** Whose password the link is for; null when it does not hold. */
async function preview(token: string) {
  try {
    return await callServer.account.previewReset({ token });
  } catch (error) {
    if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
    throw error;
  }
}
