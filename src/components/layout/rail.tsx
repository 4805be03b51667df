'use client';

import { useId, type ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { usePathname } from 'next/navigation';
import { Brand, Mark } from './brand';
import { groupsOf, isCurrent, type NavGroup, type NavItem } from './nav-items';
import { cn } from '@/lib/cn';

export interface RailProps {
  items: readonly NavItem[];
  /** Where the mark leads. */
  start: string;
  /** On top: the organization switcher. */
  top: ReactNode;
}

/** Renders the navigation on wide screens: icons with words, icons alone below 1024 px. */
export function Rail({ items, start, top }: RailProps) {
  return (
    <aside
      aria-label="Places"
      data-print="hide"
      className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col border-r bg-rail sm:flex lg:w-52"
    >
      <div className="flex h-(--header-height) shrink-0 items-center justify-center px-2 lg:justify-start lg:px-5">
        <Link href={start} title="Eventide" aria-label="Eventide" className="flex rounded-md">
          <Mark className="lg:hidden" />
          <Brand className="max-lg:hidden" />
        </Link>
      </div>
      <div className="min-w-0 px-3 pb-2 max-lg:hidden">{top}</div>
      <nav
        aria-label="Main"
        className="flex grow flex-col justify-between overflow-y-auto px-2 pt-1 pb-3 lg:px-3"
      >
        <div className={cn('grid', GROUPS)}>
          {groupsOf(items.filter((item) => !item.atFoot)).map((group) => (
            <RailGroup key={group.name} {...group} />
          ))}
        </div>
        <div className="pt-2">
          <RailList items={items.filter((item) => item.atFoot)} />
        </div>
      </nav>
    </aside>
  );
}

/** Heights by that of the window: the lowest has room for all places on a laptop of 768 px, and more is calmer. */
const GROUPS = 'gap-1 [@media(min-height:51rem)]:gap-2';
const LIST = '[@media(min-height:59rem)]:gap-0.5';
const ITEM = 'h-6.5 [@media(min-height:51rem)]:h-7 [@media(min-height:59rem)]:h-8';

/** A heading with its items; where words have no room, a line in its place. */
function RailGroup({ name, items }: NavGroup) {
  const id = useId();
  if (name === null) return <RailList items={items} />;
  return (
    <div className="max-lg:border-t max-lg:pt-2">
      <p id={id} className="truncate px-2 pb-0.5 text-xs text-subtle max-lg:sr-only">
        {name}
      </p>
      <RailList items={items} labelledBy={id} />
    </div>
  );
}

function RailList({ items, labelledBy }: { items: readonly NavItem[]; labelledBy?: string }) {
  const pathname = usePathname();
  return (
    <ul aria-labelledby={labelledBy} className={cn('grid', LIST)}>
      {items.map((item) => {
        const current = isCurrent(item, pathname);
        return (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={current ? 'page' : undefined}
              title={item.label}
              className={cn(
                'flex items-center justify-center gap-2.5 rounded-md px-2 text-sm text-muted -outline-offset-2 transition-colors hover:bg-active hover:text-fg lg:justify-start [&_svg]:size-4 [&_svg]:shrink-0',
                ITEM,
                current && 'bg-active font-medium text-fg [&_svg]:text-accent-text',
              )}
            >
              {item.icon}
              <span className="sr-only truncate lg:not-sr-only">{item.label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
