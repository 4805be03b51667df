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
  const { person, principal } = await requirePageReader();
  const memberships = await membershipsOf(await getDeps(), person.id);
  const active = memberships.find(
    ({ organizationId }) => organizationId === principal.organizationId,
  );
  const reader = { name: person.name, email: person.email, role: active?.role ?? 'viewer' };
  return (
    <ReaderProvider reader={reader}>
      <AppFrame
        items={PLACES}
        organization={active && <OrganizationSwitch active={active} memberships={memberships} />}
        account={<AccountMenu reader={reader} />}
        searchLabel="Search images, projects and software"
        palette={<Palette />}
      >
        {children}
      </AppFrame>
    </ReaderProvider>
  );
}
