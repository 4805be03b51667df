'use client';

import type { ReactNode } from 'react';
import { Tooltip as Radix } from 'radix-ui';
import { Kbd } from './kbd';

const OPEN_AFTER_MS = 350;

export interface TooltipProps {
  content: ReactNode;
  shortcut?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** Leave out to let hover and focus decide. */
  open?: boolean;
  /** One element that can take a ref and the pointer's events. */
  children: ReactNode;
}

/** Lets tooltips follow each other without a delay. Stands once, around the whole page. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={OPEN_AFTER_MS}>{children}</Radix.Provider>;
}

/** A short text on hover and focus. Never the only source of a fact. */
export function Tooltip({
  content,
  shortcut,
  side = 'bottom',
  align = 'center',
  open,
  children,
}: TooltipProps) {
  return (
    <Radix.Root open={open}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 flex w-max max-w-[min(40rem,calc(100vw-1rem))] animate-fade-in items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-fg shadow-overlay"
        >
          <span className="min-w-0 wrap-anywhere">{content}</span>
          {shortcut !== undefined && <Kbd keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
