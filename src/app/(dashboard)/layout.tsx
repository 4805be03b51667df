import type { ReactNode } from 'react';
import { requirePageReader } from '@/server/auth/page-session';

/** Everything below is for people who are signed in. */
export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  await requirePageReader();
  return children;
}
