import type { ReactNode } from 'react';
import type { Metadata } from 'next';
import { DashboardFrame } from '@/app/dashboard-frame';
import { OperatorFrame } from '@/features/operator/view';
import { isPageOperator, requirePageOperator } from '@/server/page/reader';

export async function generateMetadata(): Promise<Metadata> {
  if (!(await isPageOperator())) return { title: 'No such page' };
  return { title: { template: '%s · Operator · Eventide', default: 'Operator · Eventide' } };
}

/** Frames the pages of the installation. For everybody but its operators there is no such page. */
export default async function OperatorLayout({ children }: { readonly children: ReactNode }) {
  const person = await requirePageOperator();
  const pages = <OperatorFrame>{children}</OperatorFrame>;
  // An operator need not belong to an organization, whose dashboard the frame is.
  if (!person.active) return <main className="mx-auto w-full max-w-5xl px-4 py-8">{pages}</main>;
  return <DashboardFrame>{pages}</DashboardFrame>;
}
