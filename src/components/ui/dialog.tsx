'use client';

import { createContext, use, type ReactNode } from 'react';
import { Slot } from 'radix-ui';
import type * as DialogParts from './dialog-parts';
import { useOverlay } from './use-overlay';

type Parts = typeof DialogParts;

const load = (): Promise<Parts> => import('./dialog-parts');

const PartsContext = createContext<Parts | null>(null);

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

/**
 * A question that has to be answered before going on; a sheet from below on phones. Fetched when its trigger is
 * about to be used, or when it is opened.
 */
export function Dialog(props: DialogProps) {
  const { parts, elementProps, partsProps } = useOverlay(load, props);
  return (
    <>
      {props.trigger && (
        <Slot.Root {...elementProps} aria-haspopup="dialog">
          {props.trigger}
        </Slot.Root>
      )}
      {parts && (
        <PartsContext value={parts}>
          <parts.DialogPanel {...props} {...partsProps} />
        </PartsContext>
      )}
    </>
  );
}

/** Makes its one child close the dialog around it. */
export function DialogClose({ children }: { children: ReactNode }) {
  const parts = use(PartsContext);
  if (!parts) throw new Error('What closes a dialog stands outside of a dialog');
  return <parts.DialogClose>{children}</parts.DialogClose>;
}
