'use client';

import { useId, useState, type DragEvent } from 'react';
import { FileUp } from 'lucide-react';
import { cn } from '@/lib/cn';

export interface DropFieldProps {
  onFile: (file: File) => void;
  /** Says what becomes of the file. */
  hint: string;
  disabled?: boolean;
}

/** Takes one file: dropped, or chosen by press or keyboard. */
export function DropField({ onFile, hint, disabled = false }: DropFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [tooMany, setTooMany] = useState(false);
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? [];
    setTooMany(others.length > 0);
    if (file && others.length === 0 && !disabled) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className="grid gap-1.5">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        className={cn(
          'flex cursor-pointer items-center gap-3 rounded-md border border-dashed border-border-strong bg-surface px-4 py-5',
          'hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          isOver && 'border-accent bg-hover',
          disabled && 'cursor-default opacity-60',
        )}
      >
        <FileUp aria-hidden className="size-5 shrink-0 text-subtle" />
        <span className="grid min-w-0 gap-0.5">
          <span className="font-medium">Drop an SBOM here, or choose a file</span>
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        </span>
        <input
          id={id}
          type="file"
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          className="sr-only"
          onChange={({ target }) => {
            take(target.files);
            // The same file can be chosen again once it was corrected.
            target.value = '';
          }}
        />
      </label>
      <p aria-live="polite" className="text-xs text-danger-text empty:hidden">
        {tooMany && 'One document at a time: nothing was sent.'}
      </p>
    </div>
  );
}
