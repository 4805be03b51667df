'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { Link } from '@/components/ui/link';
import { usePathname } from 'next/navigation';
import { Ellipsis } from 'lucide-react';
import { isCurrent, splitForPhone, type NavItem } from './nav-items';
import { cn } from '@/lib/cn';

const MoreSheet = dynamic(() => import('./more-sheet').then((module) => module.MoreSheet), {
  ssr: false,
});

const PLACE_CLASS =
  'flex h-full w-full flex-col items-center justify-center gap-1 text-xs leading-none text-muted -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-fg [&_svg]:size-5 aria-[current=page]:[&_svg]:text-accent-text';

/** Renders the navigation on phones: four items and the sheet with the rest. */
export function BottomBar({ items }: { items: readonly NavItem[] }) {
  const pathname = usePathname();
  const [open, setOpen] = useState<boolean | null>(null);
  const { bar, more } = splitForPhone(items);
  const inMore = more.some((item) => isCurrent(item, pathname));
  return (
    <nav
      aria-label="Main"
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-rail pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid h-(--bottom-bar-height) auto-cols-fr grid-flow-col">
        {bar.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={isCurrent(item, pathname) ? 'page' : undefined}
              className={PLACE_CLASS}
            >
              {item.icon}
              {item.label}
            </Link>
          </li>
        ))}
        {more.length > 0 && (
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open ?? false}
              onClick={() => setOpen(true)}
              className={cn(PLACE_CLASS, inMore && 'font-medium text-fg [&_svg]:text-accent-text')}
            >
              <Ellipsis aria-hidden />
              More
            </button>
            {/* Fetched when it is first asked for. */}
            {open !== null && (
              <MoreSheet items={more} pathname={pathname} open={open} onOpenChange={setOpen} />
            )}
          </li>
        )}
      </ul>
    </nav>
  );
}
