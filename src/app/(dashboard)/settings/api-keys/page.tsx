import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { ApiKeysView } from '@/features/api-key/view';
import { NotForYou } from '@/features/settings/view';
import { sectionOf } from '@/features/settings/nav';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageNow } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('api-keys');

export const metadata: Metadata = { title: SECTION.label };

export default async function ApiKeysPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  await pageQueryClient().prefetchQuery(trpc.apiKey.list.queryOptions());
  return (
    <Hydrated>
      <ApiKeysView now={await pageNow()} />
    </Hydrated>
  );
}
