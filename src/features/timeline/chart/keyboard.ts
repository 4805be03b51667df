'use client';

import { useCallback, useState, type FocusEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Geometry } from './geometry';

export interface RowFocus {
  /** The row that has, or last had, the focus: it stays drawn wherever it is. */
  readonly focused: number | null;
  readonly onFocus: (event: FocusEvent) => void;
  /** Brings a row into sight and gives its link the focus. */
  readonly focusRow: (index: number) => void;
  /** Goes to the row after or before the one with the focus. */
  readonly step: (by: 1 | -1) => void;
}

/** The keyboard's way over rows of which only those in sight are there. */
export function useRowFocus(
  boxRef: RefObject<HTMLElement | null>,
  { rowPx, axisPx }: Geometry,
  count: number,
): RowFocus {
  const [focused, setFocused] = useState<number | null>(null);

  const focusRow = useCallback(
    (index: number) => {
      const element = boxRef.current;
      if (!element || index < 0 || index >= count) return;
      element.scrollTop = scrollTopFor(
        index,
        rowPx,
        element.scrollTop,
        element.clientHeight - axisPx,
      );
      flushSync(() => setFocused(index));
      const link = element.querySelector<HTMLElement>(`[data-index="${index}"] [data-row-link]`);
      link?.focus({ preventScroll: true });
    },
    [boxRef, rowPx, axisPx, count],
  );

  const step = useCallback(
    (by: 1 | -1) => {
      const element = boxRef.current;
      if (!element) return;
      const current = indexOf(document.activeElement);
      const firstInSight = Math.ceil(element.scrollTop / rowPx);
      focusRow(current === null ? firstInSight : Math.min(count - 1, Math.max(0, current + by)));
    },
    [boxRef, rowPx, count, focusRow],
  );

  const onFocus = useCallback((event: FocusEvent) => setFocused(indexOf(event.target)), []);
  return { focused, onFocus, focusRow, step };
}

/** The index of the row that an element is in. */
export function indexOf(element: EventTarget | null): number | null {
  if (!(element instanceof Element)) return null;
  const row = element.closest<HTMLElement>('[data-index]');
  return row ? Number(row.dataset['index']) : null;
}

/** The nearest position in which a row is below the axis and above the lower edge. */
function scrollTopFor(index: number, rowPx: number, nowPx: number, inSightPx: number): number {
  const top = index * rowPx;
  return Math.max(top + rowPx - inSightPx, Math.min(top, nowPx));
}
