'use client';

import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Day } from '@/domain/eol/calendar';
import { anchorAt, type Anchor } from '../drawing/anchor';
import { dayAt } from '../drawing/day-number';
import { dayUnder, xOf, type TimeScale } from '../drawing/time-scale';
import { axisInSightPx, type Geometry } from './geometry';

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
