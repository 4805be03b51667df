'use client';

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import type { TimeScale } from '@/components/charts/time-scale';
import type { Day } from '@/domain/eol/calendar';
import { useShortcuts } from '@/lib/use-shortcuts';
import { axisInSightPx, type Geometry } from '../layout/rows';
import { anchorAt, dayAt, dayUnder, xOf, zoomBy, type Anchor, type Zoom } from '../layout/scale';
import type { TimelineState } from '../params';

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
      { keys: 't', label: 'Back to what ends next', group: GROUP, run: backToToday },
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

/** The part of a scrolled box that is in sight. */
export interface ScrollView {
  readonly topPx: number;
  readonly leftPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Follows a box as it is scrolled and resized, once a frame. Null until it is measured. */
export function useScrollView(boxRef: RefObject<HTMLElement | null>): ScrollView | null {
  const [view, setView] = useState<ScrollView | null>(null);
  useLayoutEffect(() => {
    const element = boxRef.current;
    if (!element) return undefined;
    let frame = 0;
    const read = () => {
      frame = 0;
      // While the page is put together the box is there before it has a place.
      if (element.clientWidth === 0) return;
      const next = {
        topPx: element.scrollTop,
        leftPx: element.scrollLeft,
        widthPx: element.clientWidth,
        heightPx: element.clientHeight,
      };
      setView((last) => (last && isSame(last, next) ? last : next));
    };
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [boxRef]);
  return view;
}

function isSame(left: ScrollView, right: ScrollView): boolean {
  return (
    left.topPx === right.topPx &&
    left.leftPx === right.leftPx &&
    left.widthPx === right.widthPx &&
    left.heightPx === right.heightPx
  );
}

export interface TimeAnchorOptions {
  boxRef: RefObject<HTMLElement | null>;
  /** Null until the box is measured. */
  scale: TimeScale | null;
  geometry: Geometry;
  today: Day;
  /** The day in the middle, as the address has it; null: today, a little left of the middle. */
  at: Day | null;
  /** The reader has moved on to another day, or back to the start (null). */
  onMove: (at: Day | null) => void;
}

const SETTLED_AFTER_MS = 300;

/** Keeps the chart at a day while zoom and width change, and tells when the reader moves it. */
export function useTimeAnchor({ boxRef, scale, geometry, today, at, onMove }: TimeAnchorOptions) {
  const anchor = useRef<Anchor | null>(null);
  const told = useRef<Day | null>(null);
  const placedAtPx = useRef(0);

  const place = useCallback(() => {
    const element = boxRef.current;
    if (!element || !scale || !anchor.current) return;
    const { day, share } = anchor.current;
    element.scrollLeft = xOf(scale, day) - share * axisInSightPx(geometry, element.clientWidth);
    placedAtPx.current = element.scrollLeft;
  }, [boxRef, scale, geometry]);

  useLayoutEffect(() => {
    // A changed address is news, unless this chart changed it.
    if (anchor.current === null || at !== told.current) {
      anchor.current = anchorAt(at, today);
      told.current = at;
    }
    place();
  }, [at, today, place]);

  useEffect(() => {
    const element = boxRef.current;
    if (!element || !scale) return undefined;
    let settled = 0;
    let isPressed = false;
    const settle = () => {
      // Whoever presses a link while the chart still moves goes there: a change of the address would call them back.
      if (!isPressed && anchor.current) {
        told.current = dayAt(anchor.current.day);
        onMove(told.current);
      }
      isPressed = false;
    };
    const settleLater = () => {
      window.clearTimeout(settled);
      settled = window.setTimeout(settle, SETTLED_AFTER_MS);
    };
    const onScroll = () => {
      if (Math.abs(element.scrollLeft - placedAtPx.current) < 2) return;
      placedAtPx.current = element.scrollLeft;
      const middlePx = element.scrollLeft + axisInSightPx(geometry, element.clientWidth) / 2;
      anchor.current = { day: dayUnder(scale, middlePx), share: 0.5 };
      settleLater();
    };
    const onPress = () => {
      isPressed = true;
      settleLater();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('click', onPress, { capture: true });
    return () => {
      window.clearTimeout(settled);
      element.removeEventListener('scroll', onScroll);
      window.removeEventListener('click', onPress, { capture: true });
    };
  }, [boxRef, scale, geometry, onMove]);

  /** Goes back to where the chart begins. */
  return useCallback(() => {
    anchor.current = anchorAt(null, today);
    told.current = null;
    onMove(null);
    place();
  }, [today, onMove, place]);
}

export interface FirstRowsOptions {
  boxRef: RefObject<HTMLElement | null>;
  /** The row of the first line that is still to end. */
  startIndex: number;
  geometry: Geometry;
  /** Names the list; null while another one is on its way. */
  place: string | null;
}

/** The next end stands this far down, so that the last one stands above it. */
const NEXT_SHARE = 0.25;
/** Where the reader was in each list, to be there again after Back. */
const lastTopPx = new Map<string, number>();

/**
 * Begins a list at what ends next. The rest of the story is a scroll away on either side. Returns how to go back there.
 */
export function useFirstRows({
  boxRef,
  startIndex,
  geometry,
  place,
}: FirstRowsOptions): () => void {
  const { rowPx, axisPx } = geometry;
  const goToStart = useCallback(() => {
    const element = boxRef.current;
    if (!element) return;
    element.scrollTop = startIndex * rowPx - NEXT_SHARE * (element.clientHeight - axisPx);
  }, [boxRef, startIndex, rowPx, axisPx]);
  const start = useRef(goToStart);
  useLayoutEffect(() => {
    start.current = goToStart;
  }, [goToStart]);
  // Once for a list: rows that open later must not move the reader.
  useLayoutEffect(() => {
    const element = boxRef.current;
    if (!element || place === null) return undefined;
    const last = lastTopPx.get(place);
    if (last === undefined) start.current();
    else element.scrollTop = last;
    return () => void lastTopPx.set(place, element.scrollTop);
  }, [boxRef, place]);
  return goToStart;
}
