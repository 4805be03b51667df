import type { ReactNode } from 'react';
import { sectionsFor } from '@/features/settings/nav';
import { SettingsFrame } from '@/features/settings/view';
import { requirePagePrincipal } from '@/server/page/reader';

export default async function SettingsLayout({ children }: { readonly children: ReactNode }) {
  const { role } = await requirePagePrincipal();
  return <SettingsFrame sections={sectionsFor(role)}>{children}</SettingsFrame>;
}
