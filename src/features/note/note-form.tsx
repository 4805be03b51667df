'use client';

import { useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { MAX_NOTE_LENGTH, type ProductNote } from './product-note';
import { reasonNotSaved, useDeleteNote, useSaveNote } from './use-note-changes';

export interface NoteFormProps {
  productName: string;
  note: ProductNote;
  /** The reader is done, with what the note now is; null when it is gone. */
  onSaved: (note: ProductNote) => void;
  onCancel: () => void;
  /** Notes may be other ones than the page shows. */
  onChanged?: () => void;
  /** Whether it offers to delete the note, where nothing beside it does. */
  deletable?: boolean;
}

/** The text of a note while it is written. */
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
    if (event.key === 'Escape') onCancel();
  };
  return (
    <form
      className="grid gap-2"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
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
