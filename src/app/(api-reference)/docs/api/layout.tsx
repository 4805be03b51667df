import type { ReactNode } from 'react';
import { ApiDocsFrame } from '@/features/api-docs/view';
import { DocsHeader } from '@/features/docs/view';
import { apiDocument } from '@/server/app-router';

/** Open to everyone, as the document itself is. */
export default function ApiDocsLayout({ children }: { readonly children: ReactNode }) {
  const document = apiDocument();
  return (
    <>
      <DocsHeader version={document.info.version}>{null}</DocsHeader>
      <ApiDocsFrame document={document}>{children}</ApiDocsFrame>
    </>
  );
}
