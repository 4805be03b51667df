'use client';

import { useState, type ReactNode } from 'react';
import { AlertDialog as Radix } from 'radix-ui';
import { Button } from './button';
import { SHADE } from './dialog';
import { Field } from './field';
import { Input } from './input';

export interface ConfirmDialogProps {
  /** The question, as a sentence: "Delete acme/shop?". */
  title: ReactNode;
  /** Names the data that is deleted and the data that stays. */
  description: ReactNode;
  /** Choices below the description. */
  choice?: ReactNode;
  /** The verb on the button: "Delete project". */
  confirmLabel: string;
  onConfirm: () => void;
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A word the reader has to type first, for what cannot be undone. */
  typeToConfirm?: string;
  /** While it is being found out what the deed does: it can be cancelled alone. */
  isWorking?: boolean;
  /** While the deed is done. The caller closes the dialog through `open`. */
  pending?: boolean;
}

/** A text as a page shows it: several blanks as one, and none at its ends. Nobody types what they do not see. */
const asSeen = (text: string) => text.trim().replace(/\s+/g, ' ');

/** Asks before something is lost. Closes by itself unless `open` is given. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirmLabel, onConfirm, typeToConfirm, pending } = props;
  const isLoading = pending === true || props.isWorking === true;
  const [typed, setTyped] = useState('');
  const isReady = typeToConfirm === undefined || asSeen(typed) === asSeen(typeToConfirm);
  const confirm = (
    <Button variant="danger" disabled={!isReady} loading={isLoading} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  );
  return (
    <Radix.Root
      open={props.open}
      onOpenChange={(open) => {
        setTyped('');
        props.onOpenChange?.(open);
      }}
    >
      {props.trigger && <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay {...SHADE} />
        <Radix.Content className="fixed inset-x-4 top-[18vh] z-50 mx-auto max-w-md animate-rise-in rounded-md bg-raised shadow-overlay outline-none">
          <div className="grid gap-2 px-5 pt-4 pb-5">
            <Radix.Title className="text-lg font-semibold text-pretty">{title}</Radix.Title>
            <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
            {props.choice}
            {typeToConfirm !== undefined && (
              <Field label={`Type ${typeToConfirm} to confirm`} className="mt-2">
                <Input
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                  autoComplete="off"
                  spellCheck={false}
                />
              </Field>
            )}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
            <Radix.Cancel asChild>
              <Button disabled={pending}>Cancel</Button>
            </Radix.Cancel>
            {/* A controlled dialog stays open while its deed is done, so that a failure shows in place. */}
            {props.open === undefined ? <Radix.Action asChild>{confirm}</Radix.Action> : confirm}
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
