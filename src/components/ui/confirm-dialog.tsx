'use client';

import type { ReactNode } from 'react';
import { Slot } from 'radix-ui';
import { useOverlay } from './use-overlay';

const load = () => import('./confirm-dialog-parts');

export interface ConfirmDialogProps {
  /** The question, as a sentence: "Delete acme/shop?". */
  title: ReactNode;
  /** What will be gone and what stays. */
  description: ReactNode;
  /** The verb on the button: "Delete project". */
  confirmLabel: string;
  onConfirm: () => void;
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A word the reader has to type first, for what cannot be undone. */
  typeToConfirm?: string;
  /** While the deed is done. The caller closes the dialog through `open`. */
  pending?: boolean;
}

/**
 * Asks before something is lost. Closes by itself unless `open` is given. Fetched when its trigger is about to
 * be used, or when it is opened.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { parts, elementProps, partsProps } = useOverlay(load, props);
  const closesItself = props.open === undefined;
  return (
    <>
      {props.trigger && (
        <Slot.Root {...elementProps} aria-haspopup="dialog">
          {props.trigger}
        </Slot.Root>
      )}
      {parts && <parts.ConfirmPanel {...props} {...partsProps} closesItself={closesItself} />}
    </>
  );
}
