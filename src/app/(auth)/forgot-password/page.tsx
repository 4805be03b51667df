import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TextLink } from '@/components/ui/text-link';
import { ForgotPasswordForm } from '@/features/auth/password/form';
import { hrefs } from '@/features/hrefs';
import { getDeps } from '@/server/runtime';

export const metadata: Metadata = { title: 'Forgotten password' };
// Whether mail is sent is known when the server runs, not when it is built.
export const dynamic = 'force-dynamic';

export default async function ForgotPasswordPage() {
  const { env, mailer } = await getDeps();
  if (!env.passwordLogin) notFound();
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Forgot your password?</h1>
      {mailer ? (
        <ForgotPasswordForm />
      ) : (
        <p className="mt-1 text-pretty text-muted">
          This service is not set up to send mail. Ask whoever runs it for a link to choose a new
          password.
        </p>
      )}
      <p className="mt-6 text-sm">
        <TextLink href={hrefs.signIn()}>Back to signing in</TextLink>
      </p>
    </>
  );
}
