'use client';

import { useMemo, useState } from 'react';
import dynamic from 'next/dynamic';
import { useShortcuts } from '@/lib/use-shortcuts';

const ShortcutDialog = dynamic(
  () => import('./shortcut-dialog').then((module) => module.ShortcutDialog),
  { ssr: false },
);

/** `?` shows every shortcut that works on this page now. Place one inside the frame. */
export function ShortcutSheet() {
  const [open, setOpen] = useState<boolean | null>(null);
  useShortcuts(
    useMemo(
      () => [{ keys: '?', label: 'This list', group: 'Everywhere', run: () => setOpen(true) }],
      [],
    ),
  );
  // Fetched when it is first asked for.
  return open !== null && <ShortcutDialog open={open} onOpenChange={setOpen} />;
}
