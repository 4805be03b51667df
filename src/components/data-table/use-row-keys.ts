'use client';

import { useMemo, type RefObject } from 'react';
import { useRouter } from 'next/navigation';
import type { Shortcut } from '@/lib/keyboard';
import { useShortcuts } from '@/lib/use-shortcuts';

const NONE: readonly Shortcut[] = [];

/**
 * `j` and `k` walk over the rows' links; Enter is the link's own. While a row's panel is open
 * the panel walks along, without an entry in the history for each step.
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  options: { enabled: boolean; panelOpen: boolean },
): void {
  const { enabled, panelOpen } = options;
  const router = useRouter();
  const shortcuts = useMemo(() => {
    const step = (by: 1 | -1) => () => {
      const link = neighbour(body.current, by);
      if (!link) return;
      link.focus();
      link.scrollIntoView({ block: 'nearest' });
      if (panelOpen) router.replace(link.getAttribute('href') ?? '', { scroll: false });
    };
    return [
      { keys: 'j', label: 'Next row', group: 'Lists', run: step(1) },
      { keys: 'k', label: 'Previous row', group: 'Lists', run: step(-1) },
    ];
  }, [body, router, panelOpen]);
  useShortcuts(enabled ? shortcuts : NONE);
}

/** Finds the link of the row after or before the one with the focus, or else the selected one. */
function neighbour(body: HTMLElement | null, by: 1 | -1): HTMLElement | undefined {
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const inRow = (row: Element | null | undefined) => links.findIndex((link) => row?.contains(link));
  const focused = inRow(document.activeElement?.closest('tr'));
  const from = focused >= 0 ? focused : inRow(body?.querySelector('tr[aria-current=true]'));
  if (from < 0) return by === 1 ? links[0] : undefined;
  return links[from + by];
}
