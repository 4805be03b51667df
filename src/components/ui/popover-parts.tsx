'use client';

import { Popover as Radix } from 'radix-ui';
import type { PopoverProps } from './popover';
import { StandIn } from './stand-in';
import type { PartsProps } from './use-overlay';
import { cn } from '@/lib/cn';

export type PopoverPanelProps = Omit<PopoverProps, 'trigger' | keyof PartsProps> & PartsProps;

/** The panel of `Popover`. */
export function PopoverPanel({
  label,
  open,
  onOpenChange,
  align = 'start',
  className,
  element,
  panelId,
  children,
}: PopoverPanelProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <StandIn element={element} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={panelId}
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
