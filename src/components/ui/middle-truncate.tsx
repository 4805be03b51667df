'use client';

import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { Breakable } from './breakable';
import { Tooltip } from './tooltip';

const REVEAL_AFTER_MS = 400;

export interface MiddleTruncateProps {
  text: string;
  /** The text on hover and focus, when it says more than the short one. */
  full?: string;
  className?: string;
}

/**
 * One line that gives up its middle when space is short: `registry…/shop-api:2.4.1`. The text is one piece in the
 * page, for copying, finding and reading aloud; styles alone cut it. It shows whole on hover, or on focus of the
 * link or button around it, when it was cut.
 */
export function MiddleTruncate({ text, full = text, className }: MiddleTruncateProps) {
  const line = useRef<HTMLSpanElement>(null);
  const [wanted, setWanted] = useState<'hover' | 'focus' | null>(null);
  const [revealed, setRevealed] = useState(false);

  useEffect(() => {
    const place = line.current?.closest('a, button') ?? line.current;
    if (!place) return;
    const onFocus = () => setWanted(place.matches(':focus-visible') ? 'focus' : null);
    const onEnter = () => setWanted('hover');
    const onLeave = () => setWanted(null);
    const listening = new AbortController();
    const { signal } = listening;
    place.addEventListener('focus', onFocus, { signal });
    place.addEventListener('pointerenter', onEnter, { signal });
    place.addEventListener('blur', onLeave, { signal });
    place.addEventListener('pointerleave', onLeave, { signal });
    return () => listening.abort();
  }, []);

  useEffect(() => {
    if (wanted === null) return;
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
      // Whoever walks over rows by keys reads the ones above and below.
      {...(wanted === 'focus' ? { side: 'right' } : { side: 'top', align: 'start' })}
    >
      <MiddleCut ref={line} text={text} className={className} />
    </Tooltip>
  );
}

export interface MiddleCutProps extends ComponentProps<'span'> {
  text: string;
  /** The end that stays visible, where another than the usual one tells most. */
  tail?: string | undefined;
}

/** The line alone, for many of them at once: what is around it says the text whole, such as the title of a link. */
export function MiddleCut({ text, tail = tailOf(text), className, ...props }: MiddleCutProps) {
  return (
    <span {...props} data-text={text} className={cn('middle-truncate', className)}>
      <span aria-hidden data-tail={tail} />
      <span>
        <Breakable text={text} />
      </span>
    </span>
  );
}

function isCut(line: HTMLElement | null): boolean {
  const shown = line?.lastElementChild;
  return shown ? shown.scrollHeight > shown.clientHeight : false;
}

const LONGEST_TAIL = 28;
const SHORTEST_TAIL = 4;
const DIGEST_TAIL = 8;

/**
 * The telling end of a long name, which stays visible: what follows the last slash (`shop-api:2.4.1`), the last
 * eight characters of a digest, else the end from a separator on; never more than 28 characters.
 */
export function tailOf(text: string): string {
  return text.slice(cutOf(text));
}

function cutOf(text: string): number {
  if (/(^|@)sha(256|512):[0-9a-f]+$/i.test(text)) return text.length - DIGEST_TAIL;
  const afterSlash = text.lastIndexOf('/', text.length - 2) + 1;
  if (afterSlash > 0 && text.length - afterSlash <= LONGEST_TAIL) return afterSlash;
  const earliest = Math.max(Math.ceil(text.length / 2), text.length - LONGEST_TAIL);
  const separator = text.slice(earliest, -SHORTEST_TAIL).search(/[-_.:@+]/);
  return separator < 0 ? earliest : earliest + separator;
}
