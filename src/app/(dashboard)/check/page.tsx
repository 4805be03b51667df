import type { Metadata } from 'next';
import { CheckView } from '@/features/check/check-view';
import { requirePagePrincipal } from '@/server/auth/page-session';
import { getDeps } from '@/server/runtime';

export const metadata: Metadata = { title: 'Check' };

export default async function CheckPage() {
  await requirePagePrincipal();
  const { env } = await getDeps();
  return <CheckView publicUrl={env.publicUrl} />;
}
