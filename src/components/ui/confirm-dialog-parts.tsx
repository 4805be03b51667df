'use client';

import { useState, type ReactNode } from 'react';
import { AlertDialog as Radix } from 'radix-ui';
import { Button } from './button';
import type { ConfirmDialogProps } from './confirm-dialog';
import { OVERLAY_CLASS } from './dialog-parts';
import { Field } from './field';
import { Input } from './input';
import { StandIn } from './stand-in';
import type { PartsProps } from './use-overlay';

type ConfirmPanelProps = Omit<ConfirmDialogProps, keyof PartsProps> &
  PartsProps & {
    /** Nobody else holds whether it is open. */
    closesItself: boolean;
  };

/** The dialog of `ConfirmDialog`. */
export function ConfirmPanel(props: ConfirmPanelProps) {
  const { title, description, confirmLabel, onConfirm, typeToConfirm, pending } = props;
  const [typed, setTyped] = useState('');
  const ready = typeToConfirm === undefined || typed === typeToConfirm;
  return (
    <Radix.Root
      open={props.open}
      onOpenChange={(open) => {
        setTyped('');
        props.onOpenChange(open);
      }}
    >
      {props.trigger && (
        <Radix.Trigger asChild>
          <StandIn element={props.element} />
        </Radix.Trigger>
      )}
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY_CLASS} />
        <Radix.Content
          id={props.panelId}
          className="fixed inset-x-4 top-[18vh] z-50 mx-auto max-w-md animate-rise-in rounded-md bg-raised shadow-overlay outline-none"
        >
          <div className="grid gap-2 px-5 pt-4 pb-5">
            <Radix.Title className="text-lg font-semibold text-pretty">{title}</Radix.Title>
            <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
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
            <ConfirmButton closes={props.closesItself}>
              <Button variant="danger" disabled={!ready} loading={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </ConfirmButton>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A controlled dialog stays open while its deed is done, so that a failure can be shown in place. */
function ConfirmButton({ closes, children }: { closes: boolean; children: ReactNode }) {
  return closes ? <Radix.Action asChild>{children}</Radix.Action> : children;
}
