'use client';

import type { ComponentProps, ReactNode } from 'react';
import { Switch as Radix } from 'radix-ui';
import { cn } from '@/lib/cn';

export interface SwitchProps extends Omit<
  ComponentProps<typeof Radix.Root>,
  'onChange' | 'children'
> {
  /** The text beside it, part of what can be pressed. Without it give `aria-label`. */
  label?: ReactNode;
}

/** A setting that takes effect at once. Where a form is sent, use a checkbox. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  const control = (
    <Radix.Root
      className={cn(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-border-control px-0.5 transition-colors disabled:opacity-50 data-[state=checked]:bg-accent',
        className,
      )}
      {...rest}
    >
      <Radix.Thumb className="size-4 rounded-full bg-accent-fg transition-transform data-[state=checked]:translate-x-4" />
    </Radix.Root>
  );
  if (label === undefined) return control;
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      {control}
      <span>{label}</span>
    </label>
  );
}
