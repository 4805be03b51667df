'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/cn';

export interface FilterBarProps {
  /** What is filtered, for those who listen: "Filter images". */
  label: string;
  /** `SearchInput`, `SegmentedFilter`, `SelectFilter`, `LabelFilter`, in the order of their use. */
  children: ReactNode;
  /** Whether anything is filtered now. */
  active: boolean;
  onClear: () => void;
  /** At the far end: `ViewMenu`, an export. */
  trailing?: ReactNode;
  className?: string;
}

/** The row above a table that says which rows it holds. All state is the caller's, in the address. */
export function FilterBar({
  label,
  children,
  active,
  onClear,
  trailing,
  className,
}: FilterBarProps) {
  return (
    <section
      role="search"
      aria-label={label}
      data-print="hide"
      className={cn('flex min-w-0 flex-wrap items-center gap-2', className)}
    >
      {children}
      {active && (
        <Button variant="ghost" onClick={onClear}>
          Clear all
        </Button>
      )}
      {trailing && <div className="ml-auto flex items-center gap-2">{trailing}</div>}
    </section>
  );
}
