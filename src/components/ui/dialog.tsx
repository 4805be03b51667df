'use client';

import { useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { Button } from './button';
import { cn } from '@/lib/cn';

/**
 * The shade behind everything modal: props of an overlay. It takes every press beside the dialog, so the page behind keeps its
 * own pointer events (`globals.css`): to take them away, and to give them back, styles everything on it anew.
 */
export const SHADE = {
  className: 'fixed inset-0 z-40 animate-fade-in bg-overlay',
  'data-shade': '',
} as const;

const WIDTHS = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' } as const;

const SIDES = {
  right: 'inset-y-0 right-0 w-full max-w-lg animate-slide-in sm:border-l',
  bottom:
    'inset-x-0 bottom-0 max-h-[85dvh] animate-sheet-up rounded-t-md pb-[env(safe-area-inset-bottom)]',
} as const;

interface ModalProps {
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The button that opens it, when the dialog keeps its own state. */
  trigger?: ReactNode;
  /** The row of buttons at the end; wrap one in `DialogClose` to close. */
  footer?: ReactNode;
  children?: ReactNode;
}

export interface DialogProps extends ModalProps {
  size?: 'sm' | 'md' | 'lg';
}

/** A question that has to be answered before going on; a sheet from below on phones. */
export function Dialog({ size = 'md', ...modal }: DialogProps) {
  return (
    <Modal
      {...modal}
      className={cn(
        'inset-x-0 bottom-0 max-h-[92dvh] animate-rise-in rounded-md sm:inset-x-4 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh]',
        WIDTHS[size],
      )}
      headerClass="pt-4 pb-3"
      bodyClass="pt-1 pb-5"
    />
  );
}

export interface SheetProps extends ModalProps {
  /** `right` for forms and details, `bottom` for menus on phones. */
  side?: 'right' | 'bottom';
}

/** A modal panel from an edge of the window. For one that leaves the list usable: `SidePanel`. */
export function Sheet({ side = 'right', ...modal }: SheetProps) {
  return (
    <Modal {...modal} className={SIDES[side]} headerClass="border-b py-3" bodyClass="grow py-4" />
  );
}

/** What gets the focus when the dialog that is open now closes, in the place of what opened it. */
let next: HTMLElement | null = null;

/**
 * The ref of what a dialog has made and that is to have the focus. It comes while that dialog still closes, which would keep
 * the focus, and then give it back to what opened it.
 */
export function focusPastDialog(element: HTMLElement | null): () => void {
  if (!element) return () => undefined;
  if (document.querySelector('[role=dialog]') === null) element.focus();
  else next = element;
  return () => {
    if (next === element) next = null;
  };
}

interface FrameProps extends ModalProps {
  className: string;
  headerClass: string;
  bodyClass: string;
}

function Modal({
  title,
  description,
  open,
  onOpenChange,
  trigger,
  footer,
  children,
  className,
  headerClass,
  bodyClass,
}: FrameProps) {
  const isFilled = useRef(false);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay {...SHADE} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed z-50 flex flex-col bg-raised shadow-overlay outline-none',
            className,
          )}
          onOpenAutoFocus={() => {
            isFilled.current = false;
          }}
          onCloseAutoFocus={(event) => {
            if (next === null) return;
            event.preventDefault();
            next.focus();
            next = null;
          }}
          onInput={({ target }) => {
            if (isTyped(target)) isFilled.current = true;
          }}
          onInteractOutside={(event) => {
            // A press beside it is soon made, and what was filled in would be gone. The buttons and Escape are meant.
            if (isFilled.current) event.preventDefault();
          }}
        >
          <header className={cn('pr-12 pl-5', headerClass)}>
            <Radix.Title className="text-lg font-semibold text-pretty">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-1 text-sm text-muted">
                {description}
              </Radix.Description>
            )}
          </header>
          {children !== undefined && (
            <div className={cn('overflow-y-auto px-5', bodyClass)}>{children}</div>
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
              {footer}
            </footer>
          )}
          <Radix.Close asChild>
            {/* Last in the order of focus, so that the first field is the first stop. */}
            <Button
              variant="ghost"
              className="absolute top-2 right-2 w-8 px-0 pointer-coarse:min-w-10"
              aria-label="Close"
            >
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Tells whether what is put in here is written, and not only ticked. */
export function isTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !TICKED.has(target.type);
}

const TICKED = new Set(['checkbox', 'radio', 'file']);

/** Makes its one child close the dialog or sheet around it. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
