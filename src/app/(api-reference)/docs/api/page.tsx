import type { Metadata } from 'next';
import { ApiDocsStart } from '@/features/api-docs/view';
import { apiDocument } from '@/server/app-router';
import { apiBase } from './base';

export const metadata: Metadata = { title: 'API' };

export default async function ApiDocsPage() {
  return <ApiDocsStart document={apiDocument()} base={await apiBase()} />;
}
