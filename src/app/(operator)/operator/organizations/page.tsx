import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { OrganizationsView } from '@/features/operator/organizations/view';
import { loadOrganizationsParams, toOrganizationsQuery } from '@/features/operator/params';
import { isPageOperator, requirePageOperator } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

/** To others not even the title says that there is such a page. */
export async function generateMetadata(): Promise<Metadata> {
  return (await isPageOperator()) ? { title: 'Organizations' } : {};
}

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function OrganizationsPage({ searchParams }: Props) {
  await requirePageOperator();
  const query = toOrganizationsQuery(await loadOrganizationsParams(searchParams));
  await pageQueryClient().prefetchQuery(trpc.operator.organizations.queryOptions(query));
  return (
    <Hydrated>
      <OrganizationsView />
    </Hydrated>
  );
}
