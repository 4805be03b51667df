'use client';

import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useOverlay } from '@/components/ui/use-overlay';
import { cn } from '@/lib/cn';

export interface SelectFilterOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SelectFilterProps<Value extends string> {
  /** What is chosen: "Project". */
  label: string;
  options: readonly SelectFilterOption<Value>[];
  /** Null keeps everything. */
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** What "everything" is called. */
  allLabel?: string;
}

const load = () => import('./select-filter-list');

/** One of many choices, found by typing. The list is fetched when its button is about to be used. */
export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>) {
  const { label, options, value, onChange } = props;
  const { parts, onOpenChange, elementProps, partsProps } = useOverlay(load);
  const chosen = options.find((option) => option.value === value);
  const change = (next: Value | null) => {
    onOpenChange(false);
    onChange(next);
  };
  return (
    <>
      <Button
        {...elementProps}
        aria-haspopup="dialog"
        className={cn('max-w-60', chosen && 'border-accent-text bg-accent-soft')}
      >
        <span className="font-normal text-muted">{label}</span>
        {chosen && <span className="min-w-0 truncate">{chosen.label}</span>}
        <ChevronDown aria-hidden className="text-subtle" />
      </Button>
      {parts && (
        <parts.SelectFilterPanel
          {...partsProps}
          label={label}
          filter={{ ...props, onChange: change }}
        />
      )}
    </>
  );
}
