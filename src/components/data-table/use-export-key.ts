'use client';

import { useMemo } from 'react';
import type { Shortcut } from '@/lib/keyboard';
import { useShortcuts } from '@/lib/use-shortcuts';

export const EXPORT_KEY = 'e';

const NONE: readonly Shortcut[] = [];

/** `e` saves the file at an address, as its link does. Nothing without an address. */
export function useExportKey(href: string | undefined): void {
  const shortcuts = useMemo(
    () =>
      href === undefined
        ? NONE
        : [{ keys: EXPORT_KEY, label: 'Export as CSV', group: 'Lists', run: () => save(href) }],
    [href],
  );
  useShortcuts(shortcuts);
}

/** A link is the one thing that saves an answer and leaves the page where it is, also when it is refused. */
function save(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
