'use client';

import type { ReactNode } from 'react';
import Link from 'next/link';
import { Tabs as Radix } from 'radix-ui';
import { cn } from '@/lib/cn';

const LIST_CLASS = 'flex gap-5 overflow-x-auto border-b [scrollbar-width:none]';
const TAB_CLASS =
  '-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm text-muted transition-colors -outline-offset-2 hover:text-fg';
const CURRENT_CLASS = 'border-fg text-fg font-medium';

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  /** How many things are behind it. */
  readonly count?: number;
}

function TabLabel({ label, count }: Pick<TabItem, 'label' | 'count'>) {
  return (
    <>
      {label}
      {count !== undefined && <span className="text-xs text-subtle tabular-nums">{count}</span>}
    </>
  );
}

export interface TabsProps {
  tabs: readonly (TabItem & { readonly content: ReactNode })[];
  label: string;
  /** Leave `value` and `onChange` out to let the tabs keep their own state. */
  value?: string;
  onChange?: (id: string) => void;
  className?: string;
}

/** Views of one thing on one page, switched in place. */
export function Tabs({ tabs, label, value, onChange, className }: TabsProps) {
  return (
    <Radix.Root
      className={cn('min-w-0', className)}
      value={value}
      defaultValue={value === undefined ? tabs[0]?.id : undefined}
      onValueChange={onChange}
    >
      <Radix.List aria-label={label} className={LIST_CLASS}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className={cn(
              TAB_CLASS,
              'data-[state=active]:border-fg data-[state=active]:font-medium data-[state=active]:text-fg',
            )}
          >
            <TabLabel {...tab} />
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

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
