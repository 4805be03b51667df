import type { ReactNode } from 'react';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { AppFrame } from '@/components/layout/app-frame';
import { AccountNotices } from '@/features/account/notices/view';
import { DemoTour } from '@/features/first-use/demo-tour';
import { DEMO_STEP_COOKIE, parseDemoStep } from '@/features/first-use/demo-steps';
import { hrefs } from '@/features/hrefs';
import { InboxBell } from '@/features/inbox/actions';
import {
  AccountMenu,
  OrganizationNotice,
  OrganizationSwitch,
  Palette,
} from '@/features/shell/view';
import { LiveNumbers } from '@/features/shell/live/actions';
import { OrganizationsProvider } from '@/features/shell/organizations';
import { navItemsFor } from '@/features/shell/nav';
import { PrintHead } from '@/features/shell/print-head';
import { ReaderListChoices } from '@/features/frame/list-choices';
import { ReaderProvider } from '@/features/frame/reader';
import { ownInbox, unreadOf } from '@/server/inbox/service/entries';
import { choicesOf } from '@/server/list-choice/service';
import { pageToday } from '@/server/page/today';
import { pageVersion } from '@/server/page/version';
import {
  isPageOperator,
  pageMemberships,
  pagePerson,
  requirePageReader,
} from '@/server/page/reader';
import { getDeps } from '@/server/runtime';
import { listOwnNotices } from '@/server/user/service/account';

/** Names the organization to those who have several, so that tabs can be told apart. */
export async function frameMetadata(): Promise<Metadata> {
  const organizationId = (await pagePerson())?.active?.organizationId;
  const memberships = await pageMemberships();
  const name = memberships.find((one) => one.organizationId === organizationId)?.organizationName;
  if (name === undefined || memberships.length < 2) return {};
  return { title: { template: `%s · ${name} · Eventide`, default: `${name} · Eventide` } };
}

/** Frames the pages of people who are signed in and act in an organization. */
export async function DashboardFrame({ children }: { readonly children: ReactNode }) {
  const { person, principal } = await requirePageReader();
  const deps = await getDeps();
  const [memberships, isOperator, notices, unread, choices, today, version] = await Promise.all([
    pageMemberships(),
    isPageOperator(),
    listOwnNotices(deps, person),
    unreadOf(deps, ownInbox(principal)),
    choicesOf(deps, principal),
    pageToday(),
    pageVersion(),
  ]);
  const active = memberships.find(
    ({ organizationId }) => organizationId === principal.organizationId,
  );
  const demoStep = deps.env.isDemo
    ? parseDemoStep((await cookies()).get(DEMO_STEP_COOKIE)?.value)
    : null;
  // Removed from it between two queries: the next request goes on elsewhere.
  if (!active) redirect(hrefs.start);
  const reader = { name: person.name, email: person.email, role: active.role, isOperator };
  return (
    <OrganizationsProvider key={active.organizationId} active={active} memberships={memberships}>
      <ReaderProvider reader={reader}>
        <AppFrame
          items={navItemsFor(reader)}
          start={hrefs.start}
          organization={<OrganizationSwitch />}
          account={
            <>
              <InboxBell unread={unread} />
              <AccountMenu reader={reader} />
            </>
          }
          searchLabel="Search or run a command"
          palette={<Palette />}
          printHead={
            <PrintHead
              organization={active.organizationName}
              today={today}
              origin={deps.env.publicUrl}
            />
          }
          notice={
            <>
              {demoStep !== null && <DemoTour first={demoStep} />}
              <OrganizationNotice />
              <AccountNotices notices={notices} />
            </>
          }
        >
          <ReaderListChoices kept={choices}>{children}</ReaderListChoices>
          <LiveNumbers version={version} today={today} />
        </AppFrame>
      </ReaderProvider>
    </OrganizationsProvider>
  );
}
