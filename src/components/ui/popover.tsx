'use client';

import type { ReactNode } from 'react';
import { Slot } from 'radix-ui';
import { useOverlay } from './use-overlay';

const load = () => import('./popover-parts');

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** What it is, for those who listen. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}

/**
 * A small panel beside its button, closed by a press anywhere else. Fetched when the button is about to be
 * used.
 */
export function Popover(props: PopoverProps) {
  const { parts, elementProps, partsProps } = useOverlay(load, props);
  return (
    <>
      <Slot.Root {...elementProps} aria-haspopup="dialog">
        {props.trigger}
      </Slot.Root>
      {parts && <parts.PopoverPanel {...props} {...partsProps} />}
    </>
  );
}
