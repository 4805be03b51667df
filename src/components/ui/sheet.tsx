'use client';

import type { ReactNode } from 'react';
import { Dialog as Radix } from 'radix-ui';
import { CloseButton, OVERLAY_CLASS } from './dialog';
import { cn } from '@/lib/cn';

export interface SheetProps {
  title: ReactNode;
  description?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactNode;
  /** `right` for forms and details, `bottom` for menus on phones. */
  side?: 'right' | 'bottom';
  footer?: ReactNode;
  children: ReactNode;
}

const SIDES = {
  right: 'inset-y-0 right-0 w-full max-w-lg animate-slide-in sm:border-l',
  bottom:
    'inset-x-0 bottom-0 max-h-[85dvh] animate-sheet-up rounded-t-md pb-[env(safe-area-inset-bottom)]',
} as const;

/** A modal panel from an edge of the window. For one that leaves the list usable: `SidePanel`. */
export function Sheet({
  title,
  description,
  open,
  onOpenChange,
  trigger,
  side = 'right',
  footer,
  children,
}: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed z-50 flex flex-col bg-raised shadow-overlay outline-none',
            SIDES[side],
          )}
        >
          <header className="border-b py-3 pr-12 pl-5">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {description && (
              <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
            )}
          </header>
          <div className="grow overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <footer className="flex justify-end gap-2 border-t px-5 py-3">{footer}</footer>
          )}
          <CloseButton />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
