'use client';

import { useEffect, useState, type RefObject } from 'react';
import { countOf } from '@/lib/numbers';
import type { RowFacts } from '../layout/rows';
import type { ImagesInUse } from '../lines/actions';
import { factsOf, factsOfLine, type Fact } from '../words';
import { indexOf } from './actions';
import type { PlacedRow } from './view';

export interface HoverCardProps {
  boxRef: RefObject<HTMLElement | null>;
  rows: readonly PlacedRow[];
  images: ImagesInUse;
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
/** Cycles of a line that a card has room for. */
const MOST_FACTS = 9;
const OFFSET_PX = 14;

/**
 * Shows all dates of the row under the pointer, or with the keyboard's focus. It listens by itself, so that nothing
 * else is drawn again when the pointer moves; the table says the same.
 */
export function HoverCard({ boxRef, rows, images, today }: HoverCardProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const element = boxRef.current;
    return element ? listenTo(element, setShown) : undefined;
  }, [boxRef]);
  const row = shown && rows[shown.index]?.row;
  if (!shown || !row) return null;
  const facts = factsOfRow(row, images, today);
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-50 max-w-[calc(100vw-1rem)] animate-fade-in rounded-md bg-raised px-3 py-2 text-xs shadow-overlay"
      style={{ ...placeOf(shown), width: WIDTH_PX }}
    >
      <p className="pb-1 text-sm font-semibold wrap-anywhere">{row.name}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {facts.slice(0, MOST_FACTS).map(({ term, text }) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      {facts.length > MOST_FACTS && (
        <p className="pt-0.5 text-muted">and {facts.length - MOST_FACTS} more</p>
      )}
    </div>
  );
}

function factsOfRow({ item, line }: RowFacts, images: ImagesInUse, today: string): Fact[] {
  const count = item ? images.ofSoftware.get(item.id) : images.ofLine.get(line.productName);
  const inUse = count === undefined ? [] : [{ term: 'In use', text: countOf(count, 'image') }];
  if (!item) return [...inUse, ...factsOfLine(line, today)];
  return [{ term: 'Type', text: item.artifactType }, ...inUse, ...factsOf(item, today)];
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
