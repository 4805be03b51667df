import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { TextLink } from '@/components/ui/text-link';
import { localPathOf } from '@/domain/user/local-path';
import { signInFailureOf } from '@/domain/user/sign-in-failure';
import { SignInForm } from '@/features/auth/sign-in-form';
import { pagePerson } from '@/server/auth/page-session';
import { getDeps } from '@/server/runtime';
import { isSetupPending } from '@/server/setup/complete-setup';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { callbackUrl, error } = await searchParams;
  const destination = localPathOf(callbackUrl);
  if (await pagePerson()) redirect(destination);
  const deps = await getDeps();
  if (await isSetupPending(deps)) redirect('/set-up');
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">Sign in</h1>
      <SignInForm
        destination={destination}
        failure={typeof error === 'string' ? signInFailureOf(error) : null}
      />
      {deps.env.passwordLogin && deps.mailer && (
        <p className="mt-4 text-sm">
          <TextLink href="/forgot-password">Forgot your password?</TextLink>
        </p>
      )}
    </>
  );
}
