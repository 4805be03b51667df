import type { ReactNode } from 'react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DashboardFrame, frameMetadata } from '@/app/dashboard-frame';
import { pagePerson } from '@/server/page/reader';

interface Props {
  readonly children: ReactNode;
  readonly params: Promise<{ readonly rest: readonly string[] }>;
}

/** Says what it is also where there is no frame: what the page says of itself does not count then. */
export async function generateMetadata(): Promise<Metadata> {
  const framed = await frameMetadata();
  return framed.title === undefined ? { title: 'No such page' } : framed;
}

/** Keeps the rail, the search and the organization beside what is no page, for people who are signed in and act in one. */
export default async function UnknownLayout({ children, params }: Props) {
  if (!isOfDashboard((await params).rest)) notFound();
  // Nobody is sent to sign in for what is not there.
  if (!(await pagePerson())?.active) notFound();
  return <DashboardFrame>{children}</DashboardFrame>;
}

/** Whose pages have another frame, or are none to most people. */
const OTHERS = new Set(['docs', 'operator', '_next']);

/** Browsers ask by themselves for files such as `/favicon.ico`. */
function isOfDashboard(rest: readonly string[]): boolean {
  return !OTHERS.has(rest[0] ?? '') && !(rest.at(-1) ?? '').includes('.');
}
