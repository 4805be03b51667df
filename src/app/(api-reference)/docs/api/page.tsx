import type { Metadata } from 'next';
import { connection } from 'next/server';
import { ApiDocs } from '@/features/api-docs/view';
import { DocsHeader } from '@/features/docs/view';
import { getDeps } from '@/server/runtime';
import { apiDocument } from '@/server/app-router';

export const metadata: Metadata = { title: 'API' };

/** Open to everyone, as the document itself is. */
export default async function ApiDocsPage() {
  // A build would render this page, and start the service for it.
  await connection();
  const { env } = await getDeps();
  const document = apiDocument();
  return (
    <>
      <DocsHeader version={document.info.version}>{null}</DocsHeader>
      <ApiDocs document={document} base={`${new URL(env.publicUrl).origin}/api`} />
    </>
  );
}
