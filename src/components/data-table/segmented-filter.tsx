'use client';

import { useId, type ReactNode } from 'react';
import { formatCount } from '@/lib/numbers';
import { cn } from '@/lib/cn';

export interface SegmentOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A mark before the label, such as a `StatusMark`. */
  readonly icon?: ReactNode;
  /** How many rows it would leave. */
  readonly count?: number;
}

export interface SegmentedFilterProps<Value extends string> {
  /** The accessible name: "End of life". */
  label: string;
  options: readonly SegmentOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Offers up to six choices, all in sight. Radio buttons underneath: arrows move, one tab stop. */
export function SegmentedFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedFilterProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className={cn(
        'flex max-w-full min-w-0 [scrollbar-width:none] overflow-x-auto rounded-md border border-border-strong bg-surface',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-7.5 shrink-0 cursor-pointer items-center gap-1.5 border-l px-2 text-xs text-muted -outline-offset-2 outline-accent-text transition-colors last:rounded-r-md first-of-type:rounded-l-md first-of-type:border-l-0 hover:text-fg has-checked:bg-active has-checked:font-medium has-checked:text-fg has-focus-visible:outline-2 max-lg:gap-1 max-lg:px-1.5 pointer-coarse:h-10"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.icon}
          {option.label}
          {option.count !== undefined && (
            <span data-numeric className="font-normal text-muted">
              {formatCount(option.count)}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
