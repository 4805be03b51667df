'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Dialog } from '@/components/ui/dialog';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { NoteForm } from './note-form';

export interface NewNoteDialogProps {
  onClose: () => void;
  /** @param noteId the note that was written */
  onWritten: (noteId: string) => void;
}

/** A note on a product that images hold and that has none yet. */
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
