'use client';

import { Search } from 'lucide-react';
import { usePalette } from './palette-state';
import { Kbd } from '@/components/ui/kbd';

/** The field in the header that opens the command palette. */
export function SearchTrigger({ label }: { label: string }) {
  const { setOpen } = usePalette();
  return (
    <button
      type="button"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={() => setOpen(true)}
      className="flex h-8 w-full max-w-md min-w-0 items-center gap-2 rounded-md border border-border-strong bg-surface px-2.5 text-sm text-subtle transition-colors hover:border-border-control hover:text-muted"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 grow truncate text-left">{label}</span>
      <span aria-hidden className="max-sm:hidden">
        <Kbd keys="mod+k" />
      </span>
    </button>
  );
}
