import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ApiGroup } from '@/features/api-docs/group';
import { groupSlug } from '@/features/api-docs/names';
import { apiDocument } from '@/server/app-router';
import { apiBase } from '../base';

type Props = PageProps<'/docs/api/[group]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${(await groupOf(params)).name} · API` };
}

export default async function ApiGroupPage({ params }: Props) {
  const group = await groupOf(params);
  return <ApiGroup document={apiDocument()} {...group} base={await apiBase()} />;
}

/** Finds the group of an address, or ends as a page that is not there. */
async function groupOf(params: Props['params']) {
  const { group: slug } = await params;
  return apiDocument().tags.find(({ name }) => groupSlug(name) === slug) ?? notFound();
}
