'use client';

import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { useShortcuts } from '@/lib/use-shortcuts';

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

/** Whether the command palette is open, and its setter. */
export function usePalette(): PaletteState {
  return use(Context);
}
