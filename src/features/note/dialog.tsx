'use client';

import { useEffect, useRef, useState, type ComponentProps } from 'react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { NotebookPen, Pencil } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { LinkedText } from '@/components/ui/linked-text';
import { Skeleton } from '@/components/ui/skeleton';
import { useMay } from '@/features/frame/reader';
import { cn } from '@/lib/cn';
import type { ProductNote } from './form';

/** Loaded when first asked for. */
const NoteForm = dynamic(() => import('./form').then((module) => module.NoteForm), {
  ssr: false,
  loading: () => <Skeleton className="h-32" />,
});

export interface NoteEditorProps {
  productName: string;
  note: ProductNote;
  /**
   * How a first note is offered: by a button with words, or, in rows without room, by an icon in the corner of
   * the nearest positioned element that shows on hover of its `group`.
   */
  add?: 'button' | 'corner';
  /** False where another button deletes the note. */
  deletable?: boolean;
  className?: string;
}

/** Shows the note on a product; people who may write change it in place. */
export function NoteEditor({
  productName,
  note,
  add = 'button',
  deletable = true,
  className,
}: NoteEditorProps) {
  const mayWrite = useMay('note:write');
  const router = useRouter();
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState<{ over: ProductNote; note: ProductNote } | null>(null);
  // A saved note shows at once, until the page has read it again.
  const shown = saved && saved.over === note ? saved.note : note;
  const opener = useReturnedFocus(editing);
  if (editing && mayWrite) {
    return (
      <div className={className}>
        <NoteForm
          productName={productName}
          note={shown}
          deletable={deletable}
          onSaved={(changed) => {
            setSaved({ over: note, note: changed });
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
          onChanged={() => router.refresh()}
        />
      </div>
    );
  }
  if (!shown?.noteContent) {
    if (!mayWrite) return null;
    return (
      <AddNote
        ref={opener}
        productName={productName}
        add={add}
        className={className}
        onClick={() => setEditing(true)}
      />
    );
  }
  return (
    <div className={cn('flex items-start gap-2', className)}>
      <NoteText note={shown} />
      {mayWrite && (
        <IconButton
          ref={opener}
          label={`Edit the note on ${productName}`}
          size="sm"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function NoteText({ note }: { note: NonNullable<ProductNote> }) {
  return (
    <div className="min-w-0 border-l-2 border-border-strong pl-2 text-sm">
      <p className="wrap-anywhere whitespace-pre-wrap">
        <LinkedText text={note.noteContent ?? ''} />
      </p>
      {note.userProfile && <p className="text-xs text-muted">{note.userProfile}</p>}
    </div>
  );
}

type AddNoteProps = Pick<ComponentProps<'button'>, 'ref' | 'onClick'> &
  Pick<NoteEditorProps, 'productName' | 'add' | 'className'>;

function AddNote({ ref, productName, add, className, onClick }: AddNoteProps) {
  if (add === 'corner') {
    return (
      <IconButton
        ref={ref}
        label={`Add a note on ${productName}`}
        size="sm"
        className="absolute top-1 right-1 text-subtle focus-visible:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100"
        onClick={onClick}
      >
        <NotebookPen aria-hidden />
      </IconButton>
    );
  }
  return (
    <Button ref={ref} className={cn('justify-self-start', className)} onClick={onClick}>
      <NotebookPen aria-hidden />
      Add a note
      <span className="sr-only"> on {productName}</span>
    </Button>
  );
}

/** Returns the focus to the button that opened the form once it closes. */
function useReturnedFocus(editing: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return opener;
}
