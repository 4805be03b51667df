'use client';

import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

export interface CheckboxProps extends Omit<
  ComponentProps<'input'>,
  'type' | 'checked' | 'defaultChecked' | 'children' | 'onChange'
> {
  /** Whoever draws it keeps its state. */
  checked: boolean | 'indeterminate';
  /** @param withShift whether Shift was held: from the one that was pressed before */
  onCheckedChange: (checked: boolean, withShift: boolean) => void;
  /** The label, part of the click target. Without it give `aria-label`. */
  label?: ReactNode;
}

/**
 * Yes or no, one of many; `checked="indeterminate"` for "some of them". The browser's own box, whose mark is drawn by its
 * style alone: fifty of them are checked at once, for all of a list.
 */
export function Checkbox({ label, className, checked, onCheckedChange, ...rest }: CheckboxProps) {
  const box = (
    <input
      {...rest}
      type="checkbox"
      // No attribute of HTML has it.
      ref={(input) => {
        if (input) input.indeterminate = checked === 'indeterminate';
      }}
      checked={checked === true}
      onChange={({ target, nativeEvent }) =>
        onCheckedChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      className={cn(
        'relative inline-flex size-4 shrink-0 appearance-none rounded-sm border border-border-control bg-surface bg-center after:absolute after:-inset-1 checked:border-accent checked:bg-accent checked:bg-(image:--checkbox-check) indeterminate:border-accent indeterminate:bg-accent indeterminate:bg-(image:--checkbox-some) disabled:opacity-50 forced-colors:appearance-auto',
        className,
      )}
    />
  );
  if (label === undefined) return box;
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      {box}
      <span>{label}</span>
    </label>
  );
}
