import type { Metadata } from 'next';
import { ApiDocs } from '@/features/api-docs/api-docs';
import { getDeps } from '@/server/runtime';
import { apiDocument } from '@/server/trpc/public-router';

export const metadata: Metadata = { title: 'API' };

/** Open to everyone, as the document itself is. */
export default async function ApiDocsPage() {
  const { env } = await getDeps();
  return <ApiDocs document={apiDocument()} base={`${new URL(env.publicUrl).origin}/api`} />;
}
