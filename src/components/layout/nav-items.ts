import type { ReactNode } from 'react';

/** One item of the navigation. */
export interface NavItem {
  readonly href: string;
  readonly label: string;
  /** An icon of 16 px. */
  readonly icon: ReactNode;
  /** Two keys that go there: `g i`. */
  readonly keys?: string;
  /** Stands in the phone's bottom bar; the first four that do, the rest are under More. */
  readonly onPhone?: boolean;
  /** The heading it stands under, with its neighbours of the same; without one it stands alone. */
  readonly group?: string;
  /** Stands at the foot of the rail. */
  readonly atFoot?: boolean;
  /** False hides it: what a reader may not use, or what is not there yet. */
  readonly available?: boolean;
  /** Opens only at exactly this address, for a page that is the start of all others. */
  readonly exact?: boolean;
}

/** Neighbours under one heading; null: under none. */
export interface NavGroup {
  readonly name: string | null;
  readonly items: readonly NavItem[];
}

/** Puts items under their headings, in their order. */
export function groupsOf(items: readonly NavItem[]): NavGroup[] {
  const groups = Map.groupBy(items, ({ group }) => group ?? null);
  return [...groups].map(([name, members]) => ({ name, items: members }));
}

const PHONE_PLACES = 4;

/** Tells whether the current page is this item's or below it. */
export function isCurrent(item: Pick<NavItem, 'href' | 'exact'>, pathname: string): boolean {
  if (item.exact || item.href === '/') return pathname === item.href;
  return pathname === item.href || pathname.startsWith(`${item.href}/`);
}

/** Splits the items between a phone's bottom bar and its More sheet. */
export function splitForPhone(items: readonly NavItem[]): { bar: NavItem[]; more: NavItem[] } {
  const bar = items.filter((item) => item.onPhone).slice(0, PHONE_PLACES);
  return { bar, more: items.filter((item) => !bar.includes(item)) };
}
