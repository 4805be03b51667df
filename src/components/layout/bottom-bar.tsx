'use client';

import { useState } from 'react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Ellipsis } from 'lucide-react';
import { isCurrent, splitForPhone, type NavItem } from './nav-items';
import { Sheet } from '@/components/ui/sheet';
import { cn } from '@/lib/cn';

const PLACE_CLASS =
  'flex h-full w-full flex-col items-center justify-center gap-1 text-[0.6875rem] leading-none text-muted -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-fg [&_svg]:size-5 aria-[current=page]:[&_svg]:text-accent-text';

/** The way around on phones: four places and the sheet with the rest. */
export function BottomBar({ items }: { items: readonly NavItem[] }) {
  const pathname = usePathname();
  const [open, setOpen] = useState(false);
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
            <Sheet
              title="More"
              side="bottom"
              open={open}
              onOpenChange={setOpen}
              trigger={
                <button
                  type="button"
                  className={cn(
                    PLACE_CLASS,
                    inMore && 'font-medium text-fg [&_svg]:text-accent-text',
                  )}
                >
                  <Ellipsis aria-hidden />
                  More
                </button>
              }
            >
              <MoreList items={more} pathname={pathname} onGo={() => setOpen(false)} />
            </Sheet>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface MoreListProps {
  items: readonly NavItem[];
  pathname: string;
  onGo: () => void;
}

function MoreList({ items, pathname, onGo }: MoreListProps) {
  return (
    <ul className="-mx-2 grid grid-cols-2 gap-1">
      {items.map((item) => (
        <li key={item.href}>
          <Link
            href={item.href}
            onClick={onGo}
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
            className="flex h-12 items-center gap-3 rounded-md px-3 text-base text-muted aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-fg [&_svg]:size-5"
          >
            {item.icon}
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
