import type { ReactNode } from 'react';
import { can } from '@/domain/roles/permissions';
import { DocsFrame } from '@/features/docs/view';
import { apiDocument } from '@/server/app-router';
import { pageMemberships, pagePerson } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { DOCS_PAGES } from './pages';

/**
 * Open to everyone, as the API's document is: it says nothing of who uses this installation. Who may make keys can have
 * one in the examples.
 */
export default async function DocsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <DocsFrame pages={DOCS_PAGES} version={apiDocument().info.version} keyMaker={await keyMaker()}>
      {children}
    </DocsFrame>
  );
}

async function keyMaker() {
  const active = (await pagePerson())?.active;
  if (!active || !can(active.role, 'api-key:manage')) return null;
  const { organizationId } = active;
  const own = (await pageMemberships()).find((one) => one.organizationId === organizationId);
  return own
    ? { organizationId, organizationName: own.organizationName, today: await pageToday() }
    : null;
}
