'use client';

import { useSyncExternalStore } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import type { Shortcut } from '@/lib/keyboard';
import { currentShortcuts, onShortcutsChange } from '@/lib/use-shortcuts';

const NONE: readonly Shortcut[] = [];
const OTHER_GROUP = 'This page';

export interface ShortcutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists every shortcut that works on this page now. */
export function ShortcutDialog({ open, onOpenChange }: ShortcutDialogProps) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange}>
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const shortcuts = useSyncExternalStore(onShortcutsChange, currentShortcuts, () => NONE);
  const groups = Map.groupBy(uniqueByKeys(shortcuts), ({ group }) => group ?? OTHER_GROUP);
  return (
    <div className="grid gap-5">
      {[...groups].map(([heading, members]) => (
        <section key={heading} aria-label={heading}>
          <h3 className="mb-1 text-xs text-subtle">{heading}</h3>
          <ul>
            {members.map(({ keys, label }) => (
              <li
                key={keys}
                className="flex min-h-8 items-center justify-between gap-4 border-b last:border-b-0"
              >
                {label}
                <Kbd keys={keys} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Keeps the last added among several with the same keys, since that is the one that works. */
function uniqueByKeys(shortcuts: readonly Shortcut[]): Shortcut[] {
  return [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()];
}
