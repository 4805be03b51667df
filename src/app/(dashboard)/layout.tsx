import type { ReactNode } from 'react';
import { DashboardFrame, frameMetadata } from '@/app/dashboard-frame';

export { frameMetadata as generateMetadata };

/** Everything below is for people who are signed in and act in an organization. */
export default function DashboardLayout({ children }: { readonly children: ReactNode }) {
  return <DashboardFrame>{children}</DashboardFrame>;
}
