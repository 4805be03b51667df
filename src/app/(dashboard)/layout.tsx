import type { ReactNode } from 'react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AppFrame } from '@/components/layout/app-frame';
import { AccountNotices } from '@/features/account/account-notices';
import { AccountMenu } from '@/features/frame/account-menu';
import { OrganizationNotice } from '@/features/frame/organizations/organization-notice';
import { OrganizationSwitch } from '@/features/frame/organizations/organization-switch';
import { OrganizationsProvider } from '@/features/frame/organizations/organizations-provider';
import { Palette } from '@/features/frame/palette';
import { PLACES } from '@/features/frame/places';
import { ReaderProvider } from '@/features/frame/reader';
import { pageMemberships, pagePerson, requirePageReader } from '@/server/auth/page-session';
import { getDeps } from '@/server/runtime';
import { listOwnNotices } from '@/server/user/notices';

/** Names the organization to those who have several, so that tabs can be told apart. */
export async function generateMetadata(): Promise<Metadata> {
  const organizationId = (await pagePerson())?.active?.organizationId;
  const memberships = await pageMemberships();
  const name = memberships.find((one) => one.organizationId === organizationId)?.organizationName;
  if (name === undefined || memberships.length < 2) return {};
  return { title: { template: `%s · ${name} · Eventide`, default: `${name} · Eventide` } };
}

/** Everything below is for people who are signed in and act in an organization. */
export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  const { person, principal } = await requirePageReader();
  const [memberships, notices] = await Promise.all([
    pageMemberships(),
    listOwnNotices(await getDeps(), person),
  ]);
  const active = memberships.find(
    ({ organizationId }) => organizationId === principal.organizationId,
  );
  // Removed from it between two queries: the next request goes on elsewhere.
  if (!active) redirect('/');
  const reader = { name: person.name, email: person.email, role: active.role };
  return (
    <OrganizationsProvider key={active.organizationId} active={active} memberships={memberships}>
      <ReaderProvider reader={reader}>
        <AppFrame
          items={PLACES}
          organization={<OrganizationSwitch />}
          account={<AccountMenu reader={reader} />}
          searchLabel="Search images, projects and software"
          palette={<Palette />}
          notice={
            <>
              <OrganizationNotice />
              <AccountNotices notices={notices} />
            </>
          }
        >
          {children}
        </AppFrame>
      </ReaderProvider>
    </OrganizationsProvider>
  );
}
