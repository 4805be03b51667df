'use client';

import { useMemo } from 'react';
import { useRouter } from 'next/navigation';
import type { NavItem } from './nav-items';
import { useShortcuts } from '@/lib/use-shortcuts';

/** Makes the two keys of each place go there. Shows nothing. */
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
