import type { Metadata } from 'next';
import { CheckView } from '@/features/check/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { getDeps } from '@/server/runtime';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Check' };

export default async function CheckPage() {
  await requirePagePrincipal();
  const { env } = await getDeps();
  return (
    <Hydrated>
      <CheckView publicUrl={env.publicUrl} />
    </Hydrated>
  );
}
