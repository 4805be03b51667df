import type { ReactNode } from 'react';
import { AppFrame } from '@/components/layout/app-frame';
import { AccountMenu } from '@/features/frame/account-menu';
import { OrganizationSwitch } from '@/features/frame/organization-switch';
import { Palette } from '@/features/frame/palette';
import { PLACES } from '@/features/frame/places';
import { ReaderProvider } from '@/features/frame/reader';
import { requirePageReader } from '@/server/auth/page-session';
import { membershipsOf } from '@/server/organization/service';
import { getDeps } from '@/server/runtime';

/** Everything below is for people who are signed in and act in an organization. */
export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  const { person, active } = await requirePageReader();
  const memberships = await membershipsOf(await getDeps(), person.id);
  const organizations = memberships.map(({ organizationId, organizationName }) => ({
    id: organizationId,
    name: organizationName,
  }));
  const { organizationId, role } = active;
  const organization = organizations.find(({ id }) => id === organizationId);
  const reader = { name: person.name, email: person.email, role };
  return (
    <ReaderProvider reader={reader}>
      <AppFrame
        items={PLACES}
        organization={
          organization && <OrganizationSwitch active={organization} organizations={organizations} />
        }
        account={<AccountMenu reader={reader} />}
        searchLabel="Search images and projects"
        palette={<Palette />}
      >
        {children}
      </AppFrame>
    </ReaderProvider>
  );
}
