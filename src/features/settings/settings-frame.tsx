'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { usePathname } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { LinkTabs } from '@/components/ui/link-tabs';
import type { SettingsSection } from './sections';

export interface SettingsFrameProps {
  /** Those that the reader may see. */
  readonly sections: readonly SettingsSection[];
  readonly children: ReactNode;
}

/** The settings' sections side by side, and the one that is open. */
export function SettingsFrame({ sections, children }: SettingsFrameProps) {
  const pathname = usePathname();
  const current = sections.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`));
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the tabs scroll, and the open one may be out of sight.
    const open = tabs.current?.querySelector('[aria-current=page]');
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <Stack className="gap-5">
      <PageHeader title="Settings" />
      <div ref={tabs} className="min-w-0">
        <LinkTabs label="Settings" tabs={sections} current={current?.id ?? ''} />
      </div>
      {children}
    </Stack>
  );
}
