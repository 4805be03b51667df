'use client';

import { useEffect, useRef, useState } from 'react';
import { Tooltip } from './tooltip';
import { splitForMiddle } from '@/lib/middle-split';
import { cn } from '@/lib/cn';

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
  const [revealed, setRevealed] = useState(false);
  const line = useRef<HTMLSpanElement>(null);
  const cut = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const focusable = line.current?.closest('a, button');
    if (!focusable) return;
    const reveal = () => {
      const shortened = full !== text || isCut(cut.current) || isCut(line.current);
      setRevealed(
        shortened && (focusable.matches(':focus-visible') || focusable.matches(':hover')),
      );
    };
    const hide = () => setRevealed(false);
    focusable.addEventListener('focus', reveal);
    focusable.addEventListener('blur', hide);
    return () => {
      focusable.removeEventListener('focus', reveal);
      focusable.removeEventListener('blur', hide);
    };
  }, [full, text]);

  return (
    <Tooltip content={<span className="font-mono">{full}</span>} open={revealed} side="top">
      <span
        ref={line}
        className={cn('flex max-w-full min-w-0 whitespace-nowrap', className)}
        onPointerEnter={() =>
          setRevealed(full !== text || isCut(cut.current) || isCut(line.current))
        }
        onPointerLeave={() => setRevealed(false)}
      >
        <span ref={cut} className="min-w-0 truncate">
          {head}
        </span>
        <span className="max-w-full shrink-0 truncate whitespace-pre">{tail}</span>
      </span>
    </Tooltip>
  );
}

function isCut(element: HTMLElement | null): boolean {
  return element !== null && element.scrollWidth > element.clientWidth;
}
