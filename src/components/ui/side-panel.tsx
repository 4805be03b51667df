'use client';

import { useId, useMemo, type ReactNode } from 'react';
import { Link } from './link';
import { useRouter } from 'next/navigation';
import { Maximize2, X } from 'lucide-react';
import { Button } from './button';
import { useShortcuts } from '@/lib/use-shortcuts';

export interface SidePanelProps {
  title: ReactNode;
  /** Under the title: what kind of thing this is, and its state. */
  subtitle?: ReactNode;
  /** The page's address without the panel. Escape goes there too. */
  closeHref: string;
  /** Builds the address of the same thing as a full page. */
  pageHref?: string;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Details next to a list that stays usable: it takes no focus and darkens nothing. Which row it
 * shows is in the page's address, so it is opened and closed by links. Full width on phones.
 */
export function SidePanel({
  title,
  subtitle,
  closeHref,
  pageHref,
  actions,
  footer,
  children,
}: SidePanelProps) {
  const titleId = useId();
  const router = useRouter();
  useShortcuts(
    useMemo(
      () => [
        {
          keys: 'Escape',
          label: 'Close the panel',
          group: 'Lists',
          run: () => router.push(closeHref, { scroll: false }),
        },
      ],
      [router, closeHref],
    ),
  );
  return (
    <aside
      aria-labelledby={titleId}
      data-print="hide"
      className="fixed inset-x-0 top-0 bottom-0 z-30 flex animate-slide-in flex-col bg-surface sm:top-(--header-height) sm:left-auto sm:w-[30rem] sm:border-l xl:w-[34rem]"
    >
      <header className="flex items-start gap-2 border-b px-5 py-3">
        <div className="min-w-0 grow">
          <h2 id={titleId} className="text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          {subtitle && <div className="mt-1 text-sm text-muted">{subtitle}</div>}
        </div>
        {actions}
        {pageHref !== undefined && (
          <Button asChild variant="ghost" size="sm" className="w-7 px-0">
            <Link href={pageHref} aria-label="Open as a page" title="Open as a page">
              <Maximize2 aria-hidden />
            </Link>
          </Button>
        )}
        <Button asChild variant="ghost" size="sm" className="-mr-2 w-7 px-0">
          <Link href={closeHref} scroll={false} aria-label="Close" title="Close (Esc)">
            <X aria-hidden />
          </Link>
        </Button>
      </header>
      <div className="grow overflow-y-auto px-5 py-4">{children}</div>
      {footer && <footer className="flex gap-2 border-t px-5 py-3">{footer}</footer>}
    </aside>
  );
}
