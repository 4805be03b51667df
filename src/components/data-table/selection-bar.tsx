'use client';

import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/lib/numbers';

export interface SelectionBarProps {
  /** How many rows are selected; nothing is shown while none is. */
  count: number;
  /** How many match the list's filters. */
  total: number;
  /** Of many: "images". */
  noun: string;
  /** Selects all that match; left out where that is not offered. */
  onSelectAll?: () => void;
  /** While they are read. */
  loading?: boolean;
  onClear: () => void;
  /** Buttons for what can be done with them. */
  children: ReactNode;
}

/** Says how much of a list is selected and offers what to do with it. Stays in sight below the rows. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, noun, onSelectAll, loading, onClear, children } = props;
  const bar = useHeightBelow(count > 0);
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${formatCount(count)} selected`}
      </p>
      {count > 0 && (
        <section
          ref={bar}
          aria-label="Selection"
          data-print="hide"
          // Where the window is low, or the page is much enlarged, it would leave no row in sight.
          className="sticky bottom-[calc(var(--bottom-bar-height)+0.5rem)] z-20 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-raised px-3 py-2 text-sm shadow-overlay sm:bottom-2 [@media(max-height:30rem)]:static"
        >
          <span className="font-medium tabular-nums">{formatCount(count)} selected</span>
          {onSelectAll && count < total && (
            <Button variant="ghost" size="sm" loading={loading} onClick={onSelectAll}>
              <span>
                Select all {formatCount(total)}
                <span className="max-sm:sr-only"> {noun} that match</span>
              </span>
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onClear} className="max-sm:ml-auto">
            Clear
          </Button>
          <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:w-full max-sm:*:grow">
            {children}
          </span>
        </section>
      )}
    </>
  );
}

/** Under which `globals.css` finds how high the bar is: a row that is walked to comes to stand above it. */
const HEIGHT = '--selection-bar-height';

/** Tells the page how much of its lower end is covered while the bar is there. */
function useHeightBelow(isShown: boolean) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = bar;
    const { style } = document.documentElement;
    if (!isShown || !current) return;
    const measure = new ResizeObserver(() => {
      style.setProperty(HEIGHT, `${String(current.offsetHeight)}px`);
    });
    measure.observe(current);
    return () => {
      measure.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, [isShown]);
  return bar;
}
