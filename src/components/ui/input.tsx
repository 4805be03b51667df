import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** The frame every text field shares. The larger type on phones keeps iOS from zooming in. */
export const FIELD_CLASS =
  'w-full rounded-md border border-border-strong bg-surface px-2.5 text-lg text-fg transition-colors hover:border-border-control focus-visible:border-accent-text focus-visible:outline-1 focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-subtle aria-invalid:border-danger-text sm:text-sm';

/** A line of text. Give it its label with `Field`. */
export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      className={cn(FIELD_CLASS, 'h-8 pointer-coarse:h-10', className)}
      {...rest}
    />
  );
}
