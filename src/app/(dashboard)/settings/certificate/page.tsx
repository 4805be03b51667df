import type { Metadata } from 'next';
import { CertificateView } from '@/features/certificate/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageNow } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Certificate' };

export default async function CertificatePage() {
  await requirePagePrincipal();
  await pageQueryClient().prefetchQuery(trpc.certificate.find.queryOptions());
  return (
    <Hydrated>
      <CertificateView now={await pageNow()} />
    </Hydrated>
  );
}
