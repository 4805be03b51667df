'use client';

import { useEffect, useRef, useState } from 'react';
import { Tooltip } from './tooltip';
import { cn } from '@/lib/cn';
import { splitForMiddle } from '@/lib/middle-split';

const REVEAL_AFTER_MS = 400;

export interface MiddleTruncateProps {
  text: string;
  /** What hover and focus reveal, when it says more than the text. */
  full?: string;
  className?: string;
}

/**
 * One line that gives up its middle when space is short: `registry…/shop-api:2.4.1`. The whole
 * text stays in the page for copying and searching, and shows on hover, or on focus of the link
 * or button around it, when it was cut.
 */
export function MiddleTruncate({ text, full = text, className }: MiddleTruncateProps) {
  const [head, tail] = splitForMiddle(text);
  const line = useRef<HTMLSpanElement>(null);
  const [wanted, setWanted] = useState(false);
  const [revealed, setRevealed] = useState(false);

  useEffect(() => {
    const place = line.current?.closest('a, button') ?? line.current;
    if (!place) return;
    const onFocus = () => setWanted(place.matches(':focus-visible'));
    const onEnter = () => setWanted(true);
    const onLeave = () => setWanted(false);
    const listening = new AbortController();
    const { signal } = listening;
    place.addEventListener('focus', onFocus, { signal });
    place.addEventListener('pointerenter', onEnter, { signal });
    place.addEventListener('blur', onLeave, { signal });
    place.addEventListener('pointerleave', onLeave, { signal });
    return () => listening.abort();
  }, []);

  useEffect(() => {
    if (!wanted) return;
    const timer = window.setTimeout(
      () => setRevealed(full !== text || isCut(line.current)),
      REVEAL_AFTER_MS,
    );
    return () => {
      window.clearTimeout(timer);
      setRevealed(false);
    };
  }, [wanted, full, text]);

  return (
    <Tooltip
      content={<span className="font-mono">{full}</span>}
      open={revealed}
      side="top"
      align="start"
    >
      <span ref={line} className={cn('flex max-w-full min-w-0 whitespace-nowrap', className)}>
        <span className="min-w-0 truncate whitespace-pre">{head}</span>
        <span className="max-w-full shrink-0 truncate whitespace-pre">{tail}</span>
      </span>
    </Tooltip>
  );
}

function isCut(line: HTMLElement | null): boolean {
  return [...(line?.children ?? [])].some((part) => part.scrollWidth > part.clientWidth);
}
