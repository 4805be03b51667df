import type { Metadata } from 'next';
import { prefetchRules } from '@/features/team/query';
import { OwnerRulesView } from '@/features/team/rules/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Owner rules' };

export default async function OwnerRulesPage() {
  await requirePagePrincipal();
  await prefetchRules();
  return (
    <Hydrated>
      <OwnerRulesView />
    </Hydrated>
  );
}
