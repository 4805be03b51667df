'use client';

import { Check, Copy } from 'lucide-react';
import { MiddleTruncate } from './middle-truncate';
import { useCopy } from '@/lib/use-copy';
import { cn } from '@/lib/cn';

export interface CopyTextProps {
  /** The text to copy. */
  value: string;
  /** The text shown, when it is not the value itself. */
  children?: string;
  /** The accessible name: "digest". */
  what: string;
  mono?: boolean;
  className?: string;
}

/** Copies its text when pressed: digests, ids, image names. Shortened in the middle. */
export function CopyText({ value, children, what, mono = true, className }: CopyTextProps) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      onClick={() => void copy(value)}
      className={cn(
        'group/copy -mx-1 inline-flex max-w-full min-w-0 items-center gap-1 rounded-sm px-1 text-left hover:bg-active',
        mono && 'font-mono text-xs',
        className,
      )}
    >
      <MiddleTruncate text={children ?? value} full={value} />
      <span className="sr-only">, copy the {what}</span>
      {copied ? (
        <Check aria-hidden className="size-3.5 shrink-0 text-status-later-fg" />
      ) : (
        <Copy
          aria-hidden
          className="size-3.5 shrink-0 text-subtle opacity-0 group-hover/copy:opacity-100 group-focus-visible/copy:opacity-100 pointer-coarse:opacity-100"
        />
      )}
    </button>
  );
}
