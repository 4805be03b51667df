'use client';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { PolicyBody } from '@/features/policy/types';
import { useUnverified } from './query';
import { BUILDS_FAIL, unverifiedWords, wordToDeny } from './words';

export interface DenyNowDialogProps {
  /** What is to be put in force; null: nothing is asked. */
  body: PolicyBody | null;
  onSave: (body: PolicyBody) => void;
  onClose: () => void;
}

/** Asks before builds begin to fail over signatures at once. */
export function DenyNowDialog({ body, onSave, onClose }: DenyNowDialogProps) {
  const unverified = useUnverified(body !== null);
  return (
    <ConfirmDialog
      // What was typed before is not there when it asks again.
      key={String(body === null)}
      open={body !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Let builds fail from now on?"
      description={
        unverified.kind === 'working'
          ? BUILDS_FAIL
          : `${unverifiedWords(unverified)}. ${BUILDS_FAIL} With a later day they are only warned until then.`
      }
      confirmLabel="Fail from now on"
      isWorking={unverified.kind === 'working'}
      typeToConfirm={wordToDeny(unverified)}
      onConfirm={() => {
        onClose();
        if (body !== null) onSave(body);
      }}
    />
  );
}
