import type { Metadata } from 'next';
import { PolicyFileView } from '@/features/policy/file/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Policies as a file' };

export default async function PolicyFilePage() {
  await requirePagePrincipal();
  await pageQueryClient().prefetchQuery(trpc.policyFile.get.queryOptions({}));
  return (
    <Hydrated>
      <PolicyFileView />
    </Hydrated>
  );
}
