'use client';

import dynamic from 'next/dynamic';
import { useOrganizations } from './organizations-provider';

const NoticeBar = dynamic(() => import('./notice-bar').then((module) => module.NoticeBar), {
  ssr: false,
});

/** Across the top while the session acts in another organization than the tab shows. */
export function OrganizationNotice() {
  const { elsewhere } = useOrganizations();
  return elsewhere && <NoticeBar elsewhere={elsewhere} />;
}
