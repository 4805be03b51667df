'use client';

import { useEffect } from 'react';
import type { Shortcut } from './keyboard';
import { registerShortcuts } from './shortcut-registry';

/**
 * Keyboard shortcuts for as long as the component is on the page; the `?` sheet lists them.
 * They rest while the reader types or a dialog is open, unless marked `always`.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => registerShortcuts(shortcuts), [shortcuts]);
}
