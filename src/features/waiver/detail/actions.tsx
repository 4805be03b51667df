'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import type { Day } from '@/domain/eol/calendar';
import { useLate } from '@/features/frame/late';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { WaiverDetail } from '../types';
import { softwareOf } from '../words';
import { DecisionDialog } from './dialog';
import { NoteField } from './fields';

const loadChange = () => import('./change/dialog');

export interface WaiverActionsProps {
  readonly waiver: WaiverDetail;
  readonly today: Day;
}

/** Buttons for what the reader may do with a waiver now. */
export function WaiverActions({ waiver, today }: WaiverActionsProps) {
  const { decide, change, withdraw, revoke } = waiver.may;
  return (
    <>
      {withdraw && <Withdraw waiver={waiver} />}
      {revoke && <Revoke waiver={waiver} />}
      {change && <Change waiver={waiver} today={today} />}
      {decide && <DecisionDialog waiver={waiver} decision="declined" />}
      {decide && <DecisionDialog waiver={waiver} decision="granted" />}
    </>
  );
}

interface ActionProps {
  readonly waiver: WaiverDetail;
}

function Change({ waiver, today }: WaiverActionsProps) {
  const { code, opener } = useLate(loadChange);
  const button = (
    <Button {...(code ? {} : opener)}>{waiver.state === 'granted' ? 'Shorten' : 'Change'}</Button>
  );
  return code ? <code.ChangeDialog waiver={waiver} today={today} trigger={button} /> : button;
}

function Withdraw({ waiver }: ActionProps) {
  const [open, setOpen] = useState(false);
  const done = useDone(() => setOpen(false));
  const withdraw = useMutation({
    ...useTRPC().waiver.withdraw.mutationOptions(),
    onSuccess: () => done('Withdrawn'),
    onError: (error) => toast.error(refusalOf(error, 'It was not withdrawn.')),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger-quiet">Withdraw</Button>}
      title={`Withdraw the waiver of ${softwareOf(waiver)}?`}
      description="Nobody has to decide on it any more. It stays in the list with its history; another one can be asked for."
      confirmLabel="Withdraw"
      pending={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ id: waiver.id })}
    />
  );
}

function Revoke({ waiver }: ActionProps) {
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const done = useDone(() => setOpen(false));
  const revoke = useMutation({
    ...useTRPC().waiver.revoke.mutationOptions(),
    onSuccess: () => done('The waiver is revoked'),
    onError: (error) => toast.error(refusalOf(error, 'The waiver still holds.')),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger-quiet">Revoke</Button>}
      title={`Revoke the waiver of ${softwareOf(waiver)}?`}
      description="What it covers is judged again at once: builds may be denied from now on. It stays in the list with its history."
      choice={<NoteField value={note} onChange={setNote} />}
      confirmLabel="Revoke"
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: waiver.id, body: { note: note.trim() || null } })}
    />
  );
}

/** Has everything that shows verdicts read again, as a waiver changes them, and says what was done. */
export function useDone(close: () => void): (words: string) => void {
  const queries = useQueryClient();
  return (words) => {
    close();
    toast.success(words);
    void queries.invalidateQueries();
  };
}
