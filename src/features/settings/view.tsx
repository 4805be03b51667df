'use client';

import { useId, type ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { SectionHead } from '@/features/frame/section';
import { cn } from '@/lib/cn';

/** A section that the reader may see. */
interface ShownSection {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  readonly group: string;
}

export interface SettingsFrameProps {
  readonly sections: readonly ShownSection[];
  readonly children: ReactNode;
}

/**
 * Frames a settings page: the sections by groups beside the one that is open, or behind a button above it where a list
 * would leave its tables too little room.
 */
export function SettingsFrame({ sections, children }: SettingsFrameProps) {
  const pathname = usePathname();
  const current = sections.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`));
  const listId = useId();
  return (
    <Stack className="gap-5">
      <PageHeader title="Settings" />
      <div className="grid min-w-0 grid-cols-1 items-start gap-x-6 gap-y-5 min-[90rem]:grid-cols-[9rem_minmax(0,1fr)]">
        <Button
          popoverTarget={listId}
          data-print="hide"
          className="w-full justify-between sm:w-60 min-[90rem]:hidden"
        >
          {current?.label ?? 'All settings'}
          <ChevronDown aria-hidden />
        </Button>
        <nav
          id={listId}
          aria-label="Settings"
          data-print="hide"
          popover="auto"
          className="settings-sections"
        >
          {[...Map.groupBy(sections, ({ group }) => group)].map(([name, members]) => (
            <SectionGroup key={name} name={name} sections={members} current={current} />
          ))}
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </Stack>
  );
}

interface SectionGroupProps {
  readonly name: string;
  readonly sections: readonly ShownSection[];
  readonly current: ShownSection | undefined;
}

function SectionGroup({ name, sections, current }: SectionGroupProps) {
  const headingId = useId();
  return (
    <div>
      <p id={headingId} className="px-2 pb-0.5 text-xs text-subtle">
        {name}
      </p>
      <ul aria-labelledby={headingId}>
        {sections.map((one) => (
          <li key={one.id}>
            <Link
              href={one.href}
              aria-current={one === current ? 'page' : undefined}
              // The list lives on over the pages, and would stay open on the next.
              onClick={(event) => event.currentTarget.closest('nav')?.hidePopover()}
              className={cn(
                'flex h-7 items-center rounded-md px-2 text-sm text-muted -outline-offset-2 transition-colors hover:bg-hover hover:text-fg pointer-coarse:h-10',
                one === current && 'bg-active font-medium text-fg',
              )}
            >
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
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
