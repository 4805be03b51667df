import type { Metadata } from 'next';
import { ImportView } from '@/features/waiver/import/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';

export const metadata: Metadata = { title: 'Import what is ignored' };

export default async function ImportWaiversPage() {
  await requirePagePrincipal();
  return <ImportView today={await pageToday()} />;
}
