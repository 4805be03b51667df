import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { TextLink } from '@/components/ui/text-link';
import { AccountNotices } from '@/features/account/notices/view';
import { SignOutButton } from '@/features/auth/actions';
import { hrefs } from '@/features/hrefs';
import { AnotherOrganization } from '@/features/organization/form';
import { requirePagePerson } from '@/server/page/reader';
import { membershipsOf } from '@/server/organization/service';
import { getDeps } from '@/server/runtime';
import { listOwnNotices } from '@/server/user/service/account';

export const metadata: Metadata = { title: 'No organization' };

export default async function NoOrganizationPage() {
  const person = await requirePagePerson();
  const memberships = await membershipsOf(await getDeps(), person.id);
  if (memberships.length > 0) redirect(hrefs.start);
  const notices = await listOwnNotices(await getDeps(), person);
  return (
    <>
      <AccountNotices notices={notices} />
      <h1 className="text-xl font-semibold tracking-tight">You belong to no organization</h1>
      <p className="mt-1 mb-6 text-muted">
        You are signed in as <span className="font-medium text-fg">{person.email}</span>. Ask an
        admin of your organization for an invitation to this address; then come back here. Or create
        an organization of your own.
      </p>
      <div className="flex flex-wrap gap-2">
        <AnotherOrganization />
        <SignOutButton />
      </div>
      <p className="mt-4 text-sm">
        <TextLink href={hrefs.account}>Your account</TextLink>
      </p>
    </>
  );
}
