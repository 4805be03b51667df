'use client';

import type { ReactNode } from 'react';
import { Tabs as Radix } from 'radix-ui';
import { LIST_CLASS, TAB_CLASS, TabLabel, type TabItem } from './link-tabs';
import { cn } from '@/lib/cn';

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
