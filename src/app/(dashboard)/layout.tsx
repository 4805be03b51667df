import type { ReactNode } from 'react';
import type { Metadata } from 'next';
import { DashboardFrame } from '@/app/dashboard-frame';
import { pageMemberships, pagePerson } from '@/server/page/reader';

/** Names the organization to those who have several, so that tabs can be told apart. */
export async function generateMetadata(): Promise<Metadata> {
  const organizationId = (await pagePerson())?.active?.organizationId;
  const memberships = await pageMemberships();
  const name = memberships.find((one) => one.organizationId === organizationId)?.organizationName;
  if (name === undefined || memberships.length < 2) return {};
  return { title: { template: `%s · ${name} · Eventide`, default: `${name} · Eventide` } };
}

/** Everything below is for people who are signed in and act in an organization. */
export default function DashboardLayout({ children }: { readonly children: ReactNode }) {
  return <DashboardFrame>{children}</DashboardFrame>;
}
