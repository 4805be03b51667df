import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SetUpForm } from '@/features/auth/set-up/form';
import { hrefs } from '@/features/hrefs';
import { getDeps } from '@/server/runtime';
import { isSetupPending } from '@/server/setup/service/set-up';
import { DEFAULT_ORGANIZATION_NAME } from '@/server/setup/service/prepare-installation';

// The address of this page holds the token: no other site may learn it.
export const metadata: Metadata = { title: 'Set up', referrer: 'no-referrer' };

export default async function SetUpPage({ searchParams }: PageProps<'/set-up'>) {
  const { token } = await searchParams;
  const deps = await getDeps();
  if (!(await isSetupPending(deps))) redirect(hrefs.signIn());
  const { bootstrapOrganization, oidc, passwordLogin } = deps.env;
  if (oidc && !passwordLogin) return <SetUpByProvider provider={oidc.name} />;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Set up Eventide</h1>
      <p className="mt-1 mb-6 text-muted">
        Create the first account. It administers the first organization and can invite everybody
        else.
      </p>
      <SetUpForm
        token={typeof token === 'string' ? token : ''}
        organizationName={bootstrapOrganization ?? DEFAULT_ORGANIZATION_NAME}
        organizationIsGiven={bootstrapOrganization !== undefined}
      />
    </>
  );
}

/** Where nobody signs in with a password, a form could make no account that anybody can use. */
function SetUpByProvider({ provider }: { readonly provider: string }) {
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Set up Eventide</h1>
      <p className="mt-1 text-pretty text-muted">
        Nobody can sign in yet. Set <code className="font-mono text-sm">ADMIN_EMAIL</code> to your
        address at {provider} and start the service again. Then sign in with {provider}: you
        administer the first organization.
      </p>
    </>
  );
}
