'use client';

import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
} from 'react';
import { FileUp } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { cn } from '@/lib/cn';

const leave = () => undefined;

export interface DropFieldProps {
  onFile: (file: File) => void;
  /** Says what becomes of the file. */
  hint: string;
  disabled?: boolean;
}

/** Hands on what is dropped on the page beside its field. Without it the browser leaves the page to show the file. */
export function usePageDrop(onFiles: (files: FileList) => void = leave) {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const allow = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: globalThis.DragEvent) => {
      const files = event.dataTransfer?.files;
      if (!files || files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, []);
}

/** Takes one file: dropped, on it or anywhere on the page that it is on, or chosen by press or keyboard. */
export function DropField({ onFile, hint, disabled = false }: DropFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [tooMany, setTooMany] = useState(false);
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? [];
    setTooMany(others.length > 0);
    if (file && others.length === 0 && !disabled) onFile(file);
  };
  usePageDrop(take);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    // Or the page would take it as well.
    event.stopPropagation();
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

export interface PasteFieldProps {
  onFile: (file: File) => void;
}

/** Takes a document as text, for what a command has printed. */
export function PasteField({ onFile }: PasteFieldProps) {
  // Not the page's state: what was pasted before the page is React's stays.
  const field = useRef<HTMLTextAreaElement>(null);
  const takeText = (text: string) => onFile(new File([text], 'Pasted text'));
  const take = () => {
    const text = field.current?.value ?? '';
    if (text.trim() === '') field.current?.focus();
    else takeText(text);
  };
  const onPaste = ({ clipboardData, currentTarget }: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = clipboardData.getData('text');
    // All of a document at once: there is nothing more to wait for.
    if (currentTarget.value === '' && isWhole(pasted)) takeText(pasted);
  };
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer rounded-sm text-sm text-muted hover:text-fg">
        Or paste one, such as what{' '}
        <code className="font-mono text-xs">npm sbom --sbom-format cyclonedx</code> prints
      </summary>
      <div className="grid min-w-0 grid-cols-1 gap-2 pt-2">
        <Field label="The document as text">
          <Textarea
            ref={field}
            onPaste={onPaste}
            rows={6}
            spellCheck={false}
            className="max-h-60 font-mono text-xs"
          />
        </Field>
        <Button className="justify-self-start" onClick={take}>
          Go on with this text
        </Button>
      </div>
    </details>
  );
}

/** Tells whether a text may be a whole document: one object, or the first line of a form of tags. */
function isWhole(text: string): boolean {
  const trimmed = text.trim();
  return (trimmed.startsWith('{') && trimmed.endsWith('}')) || trimmed.startsWith('SPDXVersion:');
}
