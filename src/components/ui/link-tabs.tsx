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
}

/** Views with an address of their own: links that look like tabs. */
export function LinkTabs({ tabs, label, current, className }: LinkTabsProps) {
  return (
    <nav aria-label={label} data-print="hide" className={cn(LIST_CLASS, className)}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          scroll={false}
          aria-current={tab.id === current ? 'page' : undefined}
          className={cn(TAB_CLASS, tab.id === current && CURRENT_CLASS)}
        >
          <TabLabel {...tab} />
        </Link>
      ))}
    </nav>
  );
}
