'use client';

import { useLayoutEffect, type RefObject } from 'react';
import type { RowWithBar } from '../drawing/row-layout';
import type { Geometry } from './geometry';

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

/** Where a list begins: at what ends next. The rest of the story is a scroll away on either side. */
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
