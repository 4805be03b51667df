'use client';

import { useState, type ReactNode } from 'react';
import { ListFilter, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cn } from '@/lib/cn';

export interface FilterBarProps {
  /** The accessible name: "Filter images". */
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

/**
 * Holds the filters above a table. All state is the caller's, in the address. On a phone three filters or more stand
 * behind a button, but for those that are set: the list itself would begin below the fold.
 */
export function FilterBar({
  label,
  children,
  active,
  onClear,
  trailing,
  className,
}: FilterBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <section
      role="search"
      aria-label={label}
      data-print="hide"
      data-opened={open || undefined}
      className={cn('filter-bar', className)}
    >
      <Button
        data-opener
        aria-expanded={open}
        title="Filters"
        className={cn('hidden w-10 px-0', open && 'bg-active')}
        onClick={() => setOpen(!open)}
      >
        <ListFilter aria-hidden />
        <VisuallyHidden>Filters</VisuallyHidden>
      </Button>
      {children}
      {active && (
        <Button data-clear variant="ghost" onClick={onClear}>
          Clear all
        </Button>
      )}
      <span aria-hidden data-line-end className="hidden" />
      {trailing && (
        <div data-trailing className="ml-auto flex items-center gap-2 max-sm:flex-wrap">
          {trailing}
        </div>
      )}
    </section>
  );
}

export interface FilterChipProps {
  /** The condition's name: "Software". */
  label: string;
  /** To what. */
  value: string;
  onRemove: () => void;
}

/** Shows a condition set by a link, which the reader can only remove. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex h-8 max-w-80 min-w-0 items-center rounded-md border border-accent-text bg-accent-soft text-sm pointer-coarse:h-10">
      <span className="min-w-0 truncate pl-3" title={value}>
        <span className="text-muted">{label}</span> <span className="font-medium">{value}</span>
      </span>
      <Button variant="ghost" className="h-full w-8 px-0" onClick={onRemove}>
        <X aria-hidden />
        <VisuallyHidden>
          Remove the condition {label} {value}
        </VisuallyHidden>
      </Button>
    </span>
  );
}
