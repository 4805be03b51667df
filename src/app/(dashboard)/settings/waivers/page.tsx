import type { Metadata } from 'next';
import { can } from '@/domain/roles/permissions';
import { sectionOf } from '@/features/settings/nav';
import { NotForYou } from '@/features/settings/view';
import { WaiverRulesView } from '@/features/waiver/setting/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

const SECTION = sectionOf('waivers');

export const metadata: Metadata = { title: SECTION.label };

export default async function WaiverRulesPage() {
  const { role } = await requirePagePrincipal();
  if (!can(role, SECTION.permission)) return <NotForYou title={SECTION.label} />;
  await pageQueryClient().prefetchQuery(trpc.waiver.setting.queryOptions());
  return (
    <Hydrated>
      <WaiverRulesView />
    </Hydrated>
  );
}
