'use client';

import { useId } from 'react';
import { Link } from '@/components/ui/link';
import { groupsOf, isCurrent, type NavGroup, type NavItem } from './nav-items';
import { Sheet } from '@/components/ui/dialog';

export interface MoreSheetProps {
  items: readonly NavItem[];
  pathname: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the navigation items that a phone's bottom bar has no room for. */
export function MoreSheet({ open, onOpenChange, ...places }: MoreSheetProps) {
  return (
    <Sheet title="More" side="bottom" open={open} onOpenChange={onOpenChange}>
      <MoreList {...places} onGo={() => onOpenChange(false)} />
    </Sheet>
  );
}

interface MoreListProps extends Pick<MoreSheetProps, 'items' | 'pathname'> {
  onGo: () => void;
}

function MoreList({ items, ...list }: MoreListProps) {
  return (
    <div className="grid gap-3">
      {groupsOf(items).map((group) => (
        <MoreGroup key={group.name} {...group} {...list} />
      ))}
    </div>
  );
}

function MoreGroup({ name, items, pathname, onGo }: NavGroup & Omit<MoreListProps, 'items'>) {
  const id = useId();
  return (
    <div>
      {name !== null && (
        <p id={id} className="px-1 pb-0.5 text-xs text-subtle">
          {name}
        </p>
      )}
      <MoreItems
        items={items}
        labelledBy={name === null ? undefined : id}
        {...{ pathname, onGo }}
      />
    </div>
  );
}

function MoreItems({
  items,
  labelledBy,
  pathname,
  onGo,
}: MoreListProps & { labelledBy: string | undefined }) {
  return (
    <ul aria-labelledby={labelledBy} className="-mx-2 grid grid-cols-2 gap-1">
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
