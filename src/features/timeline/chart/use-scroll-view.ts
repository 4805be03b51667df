'use client';

import { useLayoutEffect, useState, type RefObject } from 'react';

/** What of a scrolled box is in sight. */
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
