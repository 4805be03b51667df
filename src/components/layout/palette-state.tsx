'use client';

import { type ReactNode, createContext, use, useMemo, useState } from 'react';
import { Search } from 'lucide-react';
import { Kbd } from '@/components/ui/kbd';
import { useShortcuts } from '@/lib/use-shortcuts';

export interface PaletteItem {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  /** After the label, quieter: what kind of thing it is, where it is. */
  readonly detail?: string;
  readonly icon?: ReactNode;
  /** Keys that do the same without the palette. */
  readonly keys?: string;
  /** Other words it is found by. */
  readonly keywords?: readonly string[];
  /** Where it goes, or what it does. */
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly items: readonly PaletteItem[];
  /** Only shown where a text names some of it: too much to offer at once. */
  readonly onAsking?: boolean;
  /** Only shown while nothing is typed: a search finds the same. */
  readonly untilAsking?: boolean;
}

/** What a search finds. */
export interface PaletteAnswer {
  readonly groups: readonly PaletteGroup[];
  /** Said above them: that something else was looked for than was typed. */
  readonly note: string | null;
}

/** Finds groups of items by text. */
export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<PaletteAnswer>;

interface PaletteState {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

const Context = createContext<PaletteState>({ open: false, setOpen: () => undefined });

/** Holds whether the command palette is open, for the button and the keys that open it. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  useShortcuts(
    useMemo(
      () => [
        {
          keys: 'mod+k',
          label: 'Search and commands',
          group: 'Everywhere',
          always: true,
          run: () => setOpen((before) => !before),
        },
      ],
      [],
    ),
  );
  const state = useMemo(() => ({ open, setOpen }), [open]);
  return <Context value={state}>{children}</Context>;
}

/** Returns whether the command palette is open, and its setter. */
export function usePalette(): PaletteState {
  return use(Context);
}

/** Opens the command palette from the header. */
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
