'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { usePathname } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { LinkTabs } from '@/components/ui/link-tabs';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { SectionHead } from '@/features/frame/section';

export interface SettingsFrameProps {
  readonly title: string;
  /** Sections that the reader may see. */
  readonly sections: readonly {
    readonly id: string;
    readonly href: string;
    readonly label: string;
  }[];
  readonly children: ReactNode;
}

/** Frames a settings page: the sections beside the one that is open, or as tabs above it where there is less room. */
export function SettingsFrame({ title, sections, children }: SettingsFrameProps) {
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
      <PageHeader title={title} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-x-6 gap-y-5 min-[90rem]:grid-cols-[9rem_minmax(0,1fr)]">
        <div
          ref={tabs}
          className="min-w-0 min-[90rem]:sticky min-[90rem]:top-[calc(var(--header-height)+1.25rem)]"
        >
          <LinkTabs
            label={title}
            tabs={sections}
            current={current?.id ?? ''}
            className="sm:flex-wrap sm:gap-y-0"
            besideFrom="wide"
          />
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </Stack>
  );
}

/** Says that the reader's role does not show this section, and whom to ask. */
export function NotForYou({ title }: { readonly title: string }) {
  return (
    <section className="grid gap-2">
      <SectionHead title={title} />
      <WhoToAsk forWhat="settings" />
    </section>
  );
}
