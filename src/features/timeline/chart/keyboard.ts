'use client';

import { useCallback, useMemo, useState, type FocusEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useShortcuts } from '@/lib/use-shortcuts';
import type { TimelineState } from '../params';
import type { Geometry } from './rows';
import { zoomBy, type Zoom } from './scale';

export interface ChartKeysOptions {
  boxRef: RefObject<HTMLElement | null>;
  zoom: Zoom;
  setParams: TimelineState['setParams'];
  step: (by: 1 | -1) => void;
  backToToday: () => void;
}

const GROUP = 'Timeline';
/** One press pans by this share of what is in sight. */
const PAN_SHARE = 0.25;

/** Moves through rows by `j` and `k`, zoom by `+` and `-`, time by the arrows, and `t` back to today. */
export function useChartKeys({
  boxRef,
  zoom,
  setParams,
  step,
  backToToday,
}: ChartKeysOptions): void {
  const pan = useCallback(
    (direction: 1 | -1) => {
      const element = boxRef.current;
      element?.scrollBy({ left: direction * PAN_SHARE * element.clientWidth });
    },
    [boxRef],
  );
  const shortcuts = useMemo(() => {
    const zoomTo = (by: 1 | -1) => () => setParams({ zoom: zoomBy(zoom, by) });
    return [
      { keys: 'j', label: 'Next row', group: 'Lists', run: () => step(1) },
      { keys: 'k', label: 'Previous row', group: 'Lists', run: () => step(-1) },
      { keys: '+', label: 'Zoom in', group: GROUP, run: zoomTo(1) },
      { keys: '-', label: 'Zoom out', group: GROUP, run: zoomTo(-1) },
      { keys: 'ArrowLeft', label: 'Earlier', group: GROUP, run: () => pan(-1) },
      { keys: 'ArrowRight', label: 'Later', group: GROUP, run: () => pan(1) },
      { keys: 't', label: 'Back to today', group: GROUP, run: backToToday },
    ];
  }, [zoom, setParams, pan, step, backToToday]);
  useShortcuts(shortcuts);
}

export interface RowFocus {
  /** The row that has, or last had, the focus: it stays drawn wherever it is. */
  readonly focused: number | null;
  readonly onFocus: (event: FocusEvent) => void;
  /** Scrolls a row into sight and gives its link the focus. */
  readonly focusRow: (index: number) => void;
  /** Goes to the row after or before the one with the focus. */
  readonly step: (by: 1 | -1) => void;
}

/** Moves the focus over rows of which only those in sight are in the page. */
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

/** Finds the index of the row that an element is in. */
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
