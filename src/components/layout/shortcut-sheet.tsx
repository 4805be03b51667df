'use client';

import { useMemo, useState } from 'react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import type { Shortcut } from '@/lib/keyboard';
import { useShortcuts } from '@/lib/use-shortcuts';
import type { NavItem } from './nav-items';

const ShortcutDialog = dynamic(
  () => import('./shortcut-dialog').then((module) => module.ShortcutDialog),
  { ssr: false },
);

/** The corner of messages has this key by itself: named for who looks for it. */
const MESSAGES_KEY: Shortcut = {
  keys: 'alt+t',
  label: 'Messages about what was done',
  group: 'Everywhere',
  run: () => undefined,
};

/** Lets `?` show every shortcut that works on this page now. Place one inside the frame. */
export function ShortcutSheet() {
  const [open, setOpen] = useState<boolean | null>(null);
  useShortcuts(
    useMemo(
      () => [
        { keys: '?', label: 'This list', group: 'Everywhere', run: () => setOpen(true) },
        MESSAGES_KEY,
      ],
      [],
    ),
  );
  // Fetched when it is first asked for.
  return open !== null && <ShortcutDialog open={open} onOpenChange={setOpen} />;
}

/** Registers the two keys of each navigation item. Renders nothing. */
export function NavKeys({ items }: { items: readonly Pick<NavItem, 'href' | 'label' | 'keys'>[] }) {
  const router = useRouter();
  useShortcuts(
    useMemo(
      () =>
        items.flatMap(({ href, label, keys }) =>
          keys === undefined ? [] : [{ keys, label, group: 'Go to', run: () => router.push(href) }],
        ),
      [items, router],
    ),
  );
  return null;
}
