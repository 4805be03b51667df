'use client';

import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { Button } from './button';
import { cn } from '@/lib/cn';

/** The shade behind everything modal. */
export const OVERLAY_CLASS = 'fixed inset-0 z-40 animate-fade-in bg-overlay';

const WIDTHS = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' } as const;

export interface DialogProps {
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The button that opens it, when the dialog keeps its own state. */
  trigger?: ReactNode;
  /** The row of buttons at the end; wrap one in `DialogClose` to close. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  children?: ReactNode;
}

/** A question that has to be answered before going on; a sheet from below on phones. */
export function Dialog({
  title,
  description,
  open,
  onOpenChange,
  trigger,
  footer,
  size = 'md',
  children,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise-in flex-col rounded-md bg-raised shadow-overlay outline-none sm:inset-x-4 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh]',
            WIDTHS[size],
          )}
        >
          <header className="px-5 pt-4 pr-12 pb-3">
            <Radix.Title className="text-lg font-semibold text-pretty">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-1 text-sm text-muted">
                {description}
              </Radix.Description>
            )}
          </header>
          {children !== undefined && (
            <div className="overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
              {footer}
            </footer>
          )}
          <CloseButton />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Makes its one child close the dialog or sheet around it. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}

/** The cross in the corner. Last in the order of focus, so that the first field is the first stop. */
export function CloseButton() {
  return (
    <Radix.Close asChild>
      <Button
        variant="ghost"
        className="absolute top-2 right-2 w-8 px-0 pointer-coarse:min-w-10"
        aria-label="Close"
      >
        <X aria-hidden />
      </Button>
    </Radix.Close>
  );
}
