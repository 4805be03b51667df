import type { ReactNode } from 'react';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { sectionsFor } from '@/features/settings/sections';
import { SettingsNav } from '@/features/settings/settings-nav';
import { requirePagePrincipal } from '@/server/auth/page-session';

/** The settings: their sections beside whichever is open. */
export default async function SettingsLayout({ children }: { readonly children: ReactNode }) {
  const { role } = await requirePagePrincipal();
  return (
    <Stack>
      <PageHeader title="Settings" />
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <SettingsNav sections={sectionsFor(role)} />
        <div className="max-w-4xl min-w-0">{children}</div>
      </div>
    </Stack>
  );
}
