import type { ReactNode } from 'react';
import { Link } from './link';
import { cn } from '@/lib/cn';

/** The look that tabs in place and tabs with an address share. */
export const LIST_CLASS = 'flex gap-5 overflow-x-auto border-b [scrollbar-width:none]';
export const TAB_CLASS =
  '-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm text-muted transition-colors -outline-offset-2 hover:text-fg';

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  /** How many things are behind it. */
  readonly count?: number;
}

/** Shows a tab's label and count. */
export function TabLabel({ label, count }: Pick<TabItem, 'label' | 'count'>) {
  return (
    <>
      {label}
      {count !== undefined && <span className="text-xs text-subtle tabular-nums">{count}</span>}
    </>
  );
}

const CURRENT_CLASS = 'border-fg text-fg font-medium';

export interface LinkTabsProps {
  tabs: readonly (TabItem & { readonly href: string })[];
  label: string;
  /** The id of the tab the address names. */
  current: string;
  className?: string;
  /** On wide screens a list that stands beside what it opens: for more of them than one line has room for. */
  besideFrom?: 'wide';
}

const BESIDE_LIST =
  'min-[90rem]:flex-col min-[90rem]:flex-nowrap min-[90rem]:gap-0.5 min-[90rem]:overflow-visible min-[90rem]:border-b-0';
const BESIDE_TAB =
  'min-[90rem]:mb-0 min-[90rem]:-mx-2 min-[90rem]:h-8 min-[90rem]:rounded-md min-[90rem]:border-b-0 min-[90rem]:px-2 min-[90rem]:hover:bg-hover min-[90rem]:aria-[current=page]:bg-active';

/** Views with an address of their own: links that look like tabs. */
export function LinkTabs({ tabs, label, current, className, besideFrom }: LinkTabsProps) {
  const isBeside = besideFrom === 'wide';
  return (
    <nav
      aria-label={label}
      data-print="hide"
      className={cn(LIST_CLASS, className, isBeside && BESIDE_LIST)}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          scroll={false}
          aria-current={tab.id === current ? 'page' : undefined}
          className={cn(TAB_CLASS, tab.id === current && CURRENT_CLASS, isBeside && BESIDE_TAB)}
        >
          <TabLabel {...tab} />
        </Link>
      ))}
    </nav>
  );
}
