import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { TextLink } from '@/components/ui/text-link';
import { AccountNotices } from '@/features/account/notices/view';
import { AccountView } from '@/features/account/view';
import { SignOutButton } from '@/features/auth/actions';
import { hrefs } from '@/features/hrefs';
import { requirePagePerson } from '@/server/page/reader';
import { getDeps } from '@/server/runtime';
import { listOwnNotices } from '@/server/user/service/account';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Your account' };

/** For people who belong to no organization; everybody else has the same among their settings. */
export default async function LoneAccountPage() {
  const person = await requirePagePerson();
  if (person.active) redirect(hrefs.settings.account);
  const notices = await listOwnNotices(await getDeps(), person);
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.account.get.queryOptions()),
    queries.prefetchQuery(trpc.session.list.queryOptions()),
  ]);
  return (
    <main className="mx-auto grid w-full max-w-3xl grid-cols-1 content-start gap-5 px-4 py-10">
      <p className="text-sm">
        <TextLink href={hrefs.noOrganization}>You belong to no organization</TextLink>
      </p>
      <AccountNotices notices={notices} />
      <PageHeader title="Your account" actions={<SignOutButton />} />
      <Hydrated>
        <AccountView />
      </Hydrated>
    </main>
  );
}
