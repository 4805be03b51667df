'use client';

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { TimeScale } from '@/components/charts/time-scale';
import type { Day } from '@/domain/eol/calendar';
import { axisInSightPx, type Geometry, type RowWithBar } from './rows';
import { anchorAt, dayAt, dayUnder, xOf, type Anchor } from './scale';

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
    // What the address says is news, unless it was this chart that wrote it there.
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
    const onScroll = () => {
      if (Math.abs(element.scrollLeft - placedAtPx.current) < 2) return;
      placedAtPx.current = element.scrollLeft;
      const middlePx = element.scrollLeft + axisInSightPx(geometry, element.clientWidth) / 2;
      const day = dayUnder(scale, middlePx);
      anchor.current = { day, share: 0.5 };
      window.clearTimeout(settled);
      settled = window.setTimeout(() => {
        told.current = dayAt(day);
        onMove(told.current);
      }, SETTLED_AFTER_MS);
    };
    // Whoever presses a link right after moving goes there: a change of the address would call them back.
    const onPress = () => window.clearTimeout(settled);
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
  bars: readonly RowWithBar[];
  geometry: Geometry;
  /** Names the list; null while another one is on its way. */
  place: string | null;
}

/** What ends next stands this far down, so that what ended last stands above it. */
const NEXT_SHARE = 0.4;
/** Where the reader was in each list, to be there again after Back. */
const lastTopPx = new Map<string, number>();

/** Begins a list at what ends next. The rest of the story is a scroll away on either side. */
export function useFirstRows({ boxRef, bars, geometry, place }: FirstRowsOptions): void {
  const { rowPx, axisPx } = geometry;
  const firstToCome = bars.findIndex(({ bar }) => bar.state !== 'ended');
  const startIndex = firstToCome === -1 ? bars.length : firstToCome;
  useLayoutEffect(() => {
    const element = boxRef.current;
    if (!element || place === null) return undefined;
    const inSightPx = element.clientHeight - axisPx;
    element.scrollTop = lastTopPx.get(place) ?? startIndex * rowPx - NEXT_SHARE * inSightPx;
    return () => void lastTopPx.set(place, element.scrollTop);
  }, [boxRef, place, startIndex, rowPx, axisPx]);
}
