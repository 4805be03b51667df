'use client';

import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { MAX_WAIVER_TEXT } from '@/domain/waiver/waiver';

export interface NoteFieldProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** Asks why; the answer stays in the waiver's history. */
export function NoteField({ value, onChange }: NoteFieldProps) {
  return (
    <Field label="Note" hint="Optional. Kept in its history.">
      <Textarea
        value={value}
        maxLength={MAX_WAIVER_TEXT}
        rows={2}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
