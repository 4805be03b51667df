import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { TextLink } from '@/components/ui/text-link';
import { isProviderFailure, localPathOf, signInFailureOf } from '@/domain/user/sign-in';
import { OrDivider, ProviderButton } from '@/features/auth/actions';
import { SignInForm } from '@/features/auth/form';
import { hrefs } from '@/features/hrefs';
import { pagePerson } from '@/server/page/reader';
import { getDeps } from '@/server/runtime';
import { isSetupPending } from '@/server/setup/service/set-up';
import { keptPlace } from '@/server/sign-in/service/way-back';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  // `state` is what a sign-out at the provider has carried along.
  const { callbackUrl, error, state } = await searchParams;
  const deps = await getDeps();
  const { oidc, passwordLogin, publicUrl } = deps.env;
  const kept = keptPlace(state, await cookies(), publicUrl);
  const destination = localPathOf(callbackUrl ?? kept, publicUrl);
  if (await pagePerson()) redirect(destination);
  if (await isSetupPending(deps)) redirect(hrefs.setUp);
  const failure = typeof error === 'string' ? signInFailureOf(error) : null;
  const provider = oidc?.name ?? 'Single sign-on';
  const isOfButton = failure !== null && (!passwordLogin || isProviderFailure(failure));
  return (
    <>
      <h1 className="mb-6 text-xl font-semibold tracking-tight">Sign in</h1>
      <div className="grid gap-5">
        {oidc && (
          <ProviderButton
            provider={provider}
            destination={destination}
            failure={isOfButton ? failure : null}
            variant={passwordLogin ? 'secondary' : 'primary'}
          />
        )}
        {oidc && passwordLogin && <OrDivider>or with a password</OrDivider>}
        {passwordLogin && (
          <SignInForm
            destination={destination}
            failure={oidc && isOfButton ? null : failure}
            provider={provider}
          />
        )}
        {passwordLogin && deps.mailer && (
          <p className="text-sm">
            <TextLink href={hrefs.forgotPassword}>Forgot your password?</TextLink>
          </p>
        )}
      </div>
    </>
  );
}
