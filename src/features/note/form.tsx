'use client';

import { useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { reasonNotSaved, useDeleteNote, useSaveNote } from './actions';

/** Note on a product as the product's page has it; null when there is none. */
export type ProductNote = Outputs['software']['get']['productNote'];

/** Longest note that the server takes, in characters. */
const MAX_NOTE_LENGTH = 10_000;

export interface NoteFormProps {
  productName: string;
  note: ProductNote;
  /** Called with the saved note, or with null when it was deleted. */
  onSaved: (note: ProductNote) => void;
  onCancel: () => void;
  /** Called when notes may have changed on the server. */
  onChanged?: () => void;
  /** Whether the form offers to delete the note; false where its surroundings do. */
  deletable?: boolean;
}

/** Writes or changes the text of a note. */
export function NoteForm({
  productName,
  note,
  onSaved,
  onCancel,
  onChanged,
  deletable = true,
}: NoteFormProps) {
  const [text, setText] = useState(note?.noteContent ?? '');
  const noteId = note?.id ?? null;
  const save = useSaveNote(onChanged);
  const remove = useDeleteNote(() => onSaved(null), onChanged);
  const isBlank = text.trim() === '';
  const submit = () => {
    if (isBlank || save.isPending) return;
    save.mutate(
      { productName, text, noteId },
      {
        onSuccess: ({ id, note_content: noteContent, user_profile: userProfile }) =>
          onSaved({ id, noteContent, userProfile }),
      },
    );
  };
  return (
    <form className="grid gap-2" {...formHandlers(submit, onCancel)}>
      <Field
        label={`Note on ${productName}`}
        hint="Everybody in your organization sees it wherever the product appears."
        error={save.error ? reasonNotSaved(save.error, noteId) : null}
      >
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={MAX_NOTE_LENGTH}
          autoFocus
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={isBlank} loading={save.isPending}>
          Save note
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {deletable && noteId !== null && (
          <Button
            variant="danger-quiet"
            className="ml-auto"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: noteId })}
          >
            Delete note
          </Button>
        )}
      </div>
    </form>
  );
}

/** Handles the form's own submit, and Ctrl+Enter and Escape in it. */
function formHandlers(submit: () => void, onCancel: () => void) {
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
      if (event.key === 'Escape') onCancel();
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      submit();
    },
  };
}

export interface NewNoteDialogProps {
  onClose: () => void;
  /** @param noteId the note that was written */
  onWritten: (noteId: string) => void;
}

/** Writes a note on a product that images hold and that has none yet. */
export function NewNoteDialog({ onClose, onWritten }: NewNoteDialogProps) {
  const [productName, setProductName] = useState<string | null>(null);
  const products = useQuery({ ...useTRPC().software.products.queryOptions(), select: toOptions });
  return (
    <Dialog
      title="Write a note"
      description="On a product that your images hold. Products that have a note are changed in the list."
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <div className="grid gap-4">
        <div className="justify-self-start">
          <SelectFilter
            label="Product"
            allLabel="None"
            options={products.data ?? []}
            read={comingOf(products)}
            value={productName}
            onChange={setProductName}
          />
        </div>
        {products.error && (
          <p role="alert" className="text-danger-text">
            The products could not be loaded. Close this and try again.
          </p>
        )}
        {productName !== null && (
          <NoteForm
            key={productName}
            productName={productName}
            note={null}
            onSaved={(note) => {
              if (note?.id) onWritten(note.id);
              else onClose();
            }}
            onCancel={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

function toOptions(products: Outputs['software']['products']) {
  return products
    .filter(({ hasNote }) => !hasNote)
    .map(({ productName }) => ({ value: productName, label: productName }));
}
