'use client';

import { useEffect, useState, type RefObject } from 'react';
import { factsOf, nameOf, type TimelineItem } from '../words';
import { indexOf } from './actions';

export interface HoverCardProps {
  boxRef: RefObject<HTMLElement | null>;
  items: readonly TimelineItem[];
  /** A UTC day. */
  today: string;
}

interface Shown {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

const WIDTH_PX = 320;
const HEIGHT_PX = 250;
const OFFSET_PX = 14;

/**
 * Shows all dates of the row under the pointer, or with the keyboard's focus. It listens by itself, so that nothing
 * else is drawn again when the pointer moves; the table says the same.
 */
export function HoverCard({ boxRef, items, today }: HoverCardProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const element = boxRef.current;
    return element ? listenTo(element, setShown) : undefined;
  }, [boxRef]);
  const item = shown && items[shown.index];
  if (!shown || !item) return null;
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-50 max-w-[calc(100vw-1rem)] animate-fade-in rounded-md bg-raised px-3 py-2 text-xs shadow-overlay"
      style={{ ...placeOf(shown), width: WIDTH_PX }}
    >
      <p className="pb-1 text-sm font-semibold wrap-anywhere">{nameOf(item)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        <dt className="text-muted">Type</dt>
        <dd>{item.artifactType}</dd>
        {factsOf(item, today).map(({ term, text }) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function listenTo(element: HTMLElement, show: (shown: Shown | null) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const hide = () => show(null);
  const onPointer = (event: PointerEvent) => {
    const index = event.pointerType === 'mouse' ? barIndexOf(event.target) : null;
    show(index === null ? null : { index, x: event.clientX, y: event.clientY });
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = indexOf(target);
    if (index === null || !(target instanceof Element) || !target.matches(':focus-visible')) return;
    const { right, bottom } = (target.parentElement ?? target).getBoundingClientRect();
    show({ index, x: right, y: bottom });
  };
  element.addEventListener('pointermove', onPointer, { signal });
  element.addEventListener('pointerleave', hide, { signal });
  element.addEventListener('scroll', hide, { signal, passive: true });
  element.addEventListener('focusin', onFocus, { signal });
  element.addEventListener('focusout', hide, { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal });
  return () => ending.abort();
}

/** Names are read without a card over them. */
function barIndexOf(target: EventTarget | null): number | null {
  return target instanceof Element && target.closest('[data-row-name]') ? null : indexOf(target);
}

/** Below and right of the pointer, or on its other side where the window ends. */
function placeOf({ x, y }: Shown): { left: number; top: number } {
  const { innerWidth, innerHeight } = window;
  const isLeft = x + OFFSET_PX + WIDTH_PX > innerWidth;
  const isAbove = y + OFFSET_PX + HEIGHT_PX > innerHeight;
  return {
    left: Math.max(8, isLeft ? x - OFFSET_PX - WIDTH_PX : x + OFFSET_PX),
    top: Math.max(8, isAbove ? y - OFFSET_PX - HEIGHT_PX : y + OFFSET_PX),
  };
}
