import Link from 'next/link';
import { LIST_CLASS, TAB_CLASS, TabLabel, type TabItem } from './tab-label';
import { cn } from '@/lib/cn';

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
