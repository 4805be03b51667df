'use client';

import type { ReactNode } from 'react';
import { Popover as Radix } from 'radix-ui';
import { cn } from '@/lib/cn';

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** The panel's accessible name. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/** A small panel at its button, closed by a press anywhere else. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            'z-50 w-72 animate-rise-in rounded-md bg-raised p-3 text-sm shadow-overlay outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
