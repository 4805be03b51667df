'use client';

import type { ComponentProps, ReactNode } from 'react';
import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { cn } from '@/lib/cn';

export interface CheckboxProps extends Omit<
  ComponentProps<typeof Radix.Root>,
  'onChange' | 'children' | 'checked' | 'defaultChecked'
> {
  /** Whoever draws it keeps its state. */
  checked: boolean | 'indeterminate';
  /** The label, part of the click target. Without it give `aria-label`. */
  label?: ReactNode;
}

/** Yes or no, one of many; `checked="indeterminate"` for "some of them". */
export function Checkbox({ label, className, checked, ...rest }: CheckboxProps) {
  // The mark is always there: what comes into a row has the browser look anew for what the row has, fifty times for all of a
  // list, and Radix's own indicator asks each for its style.
  const box = (
    <Radix.Root
      className={cn(
        'relative inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-border-control bg-surface text-accent-fg after:absolute after:-inset-1 disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent',
        className,
      )}
      {...rest}
      checked={checked}
    >
      {checked === 'indeterminate' ? (
        <Minus aria-hidden className="size-3" strokeWidth={3} />
      ) : (
        <Check aria-hidden className={cn('size-3', !checked && 'invisible')} strokeWidth={3} />
      )}
    </Radix.Root>
  );
  if (label === undefined) return box;
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      {box}
      <span>{label}</span>
    </label>
  );
}
