import type { ReactNode } from 'react';
import { DocsFrame } from '@/features/docs/view';
import { apiDocument } from '@/server/app-router';
import { DOCS_PAGES } from './pages';

/** Open to everyone, as the API's document is: it says nothing of who uses this installation. */
export default function DocsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <DocsFrame pages={DOCS_PAGES} version={apiDocument().info.version}>
      {children}
    </DocsFrame>
  );
}
