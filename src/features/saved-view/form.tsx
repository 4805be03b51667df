'use client';

import { useState, type ReactNode } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { MAX_VIEW_NAME, type ViewList } from '@/domain/saved-view/view';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { useRefresh } from './query';
import type { SavedView } from './types';

/** The choice of no team. */
const MINE = 'mine';

export interface SaveViewProps {
  list: ViewList;
  /** What the view is to show. */
  query: string;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

/** Saves what the reader sees of a list under a name, for themselves or a team. */
export function SaveView({ list, query, onClose, onSaved }: SaveViewProps) {
  const trpc = useTRPC();
  const [name, setName] = useState('');
  const [owner, setOwner] = useState(MINE);
  const teams = useQuery(trpc.team.names.queryOptions());
  const refresh = useRefresh(list);
  const save = useMutation({
    ...trpc.savedView.save.mutationOptions(),
    onSuccess: async (view) => {
      await refresh();
      toast.success(`“${view.name}” is saved`);
      onSaved(view);
    },
  });
  const submit = () => save.mutate({ list, name, query, teamId: owner === MINE ? null : owner });
  return (
    <ViewDialog
      title="Save this view"
      description="Its filters, order and columns, under a name. Its link can be shared."
      confirmLabel="Save"
      name={name}
      onName={setName}
      isPending={save.isPending}
      problem={save.error && refusalOf(save.error, 'It was not saved.')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Whose">
        <Select
          options={[
            { value: MINE, label: 'Mine' },
            ...(teams.data ?? []).map((team) => ({ value: team.id, label: `Of ${team.name}` })),
          ]}
          value={owner}
          onChange={setOwner}
        />
      </Field>
    </ViewDialog>
  );
}

export interface ChangeViewProps {
  view: SavedView;
  onClose: () => void;
}

/** Gives a view another name. */
export function RenameView({ view, onClose }: ChangeViewProps) {
  const [name, setName] = useState(view.name);
  const refresh = useRefresh(view.list);
  const change = useMutation({
    ...useTRPC().savedView.change.mutationOptions(),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <ViewDialog
      title={`Rename “${view.name}”`}
      confirmLabel="Rename"
      name={name}
      onName={setName}
      isPending={change.isPending}
      problem={change.error && refusalOf(change.error, 'It keeps its name.')}
      onSubmit={() => change.mutate({ id: view.id, name })}
      onClose={onClose}
    />
  );
}

/** Asks before a view is deleted. */
export function DeleteView({
  view,
  onClose,
  onDeleted,
}: ChangeViewProps & { onDeleted: () => void }) {
  const refresh = useRefresh(view.list);
  const remove = useMutation({
    ...useTRPC().savedView.delete.mutationOptions(),
    onSuccess: async () => {
      await refresh();
      toast.success(`“${view.name}” is deleted`);
      onDeleted();
    },
    onError: (error) => {
      toast.error(refusalOf(error, `“${view.name}” was not deleted.`));
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the view “${view.name}”?`}
      description={
        view.team
          ? `It will no longer be among the views of ${view.team.name}. The list stays as it is.`
          : 'The list stays as it is.'
      }
      confirmLabel="Delete the view"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: view.id })}
    />
  );
}

interface ViewDialogProps {
  title: string;
  description?: string;
  confirmLabel: string;
  name: string;
  onName: (name: string) => void;
  isPending: boolean;
  problem: string | null;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

function ViewDialog(props: ViewDialogProps) {
  return (
    <Dialog
      open
      size="sm"
      title={props.title}
      description={props.description}
      onOpenChange={props.onClose}
      footer={
        <>
          <DialogClose>
            <Button disabled={props.isPending}>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            loading={props.isPending}
            disabled={props.name.trim() === ''}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <Field label="Name" required>
          <Input
            value={props.name}
            maxLength={MAX_VIEW_NAME}
            autoComplete="off"
            onChange={(event) => props.onName(event.target.value)}
          />
        </Field>
        {props.children}
        <FormProblem>{props.problem}</FormProblem>
      </form>
    </Dialog>
  );
}

const FORM = 'saved-view';
