'use client';

import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

const OPEN_AFTER_MS = 350;
/** Within this long of another tooltip the next one opens at once. */
const WARM_FOR_MS = 300;
/** Time to get from the element to its tooltip. */
const CLOSE_AFTER_MS = 120;

/** What the page's tooltips share: one is open at a time. */
const shared: { closeCurrent: (() => void) | null; closedAtMs: number } = {
  closeCurrent: null,
  closedAtMs: -Infinity,
};

/**
 * When the tooltip of an element is open: after a moment's hovering, on focus by keyboard or script, and until
 * the pointer or focus leaves, something is pressed, Escape, or the page scrolls under it.
 */
export function useTooltip() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<number>(undefined);
  const isPressed = useRef(false);

  const close = useCallback(() => {
    window.clearTimeout(timer.current);
    setOpen(false);
  }, []);
  const open = useCallback(() => {
    window.clearTimeout(timer.current);
    if (shared.closeCurrent !== close) shared.closeCurrent?.();
    shared.closeCurrent = close;
    setOpen(true);
  }, [close]);

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', onKeyDown, options);
    window.addEventListener('scroll', close, options);
    return () => {
      listening.abort();
      shared.closedAtMs = performance.now();
      if (shared.closeCurrent === close) shared.closeCurrent = null;
    };
  }, [isOpen, close]);

  const later = (act: () => void, delayMs: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(act, delayMs);
  };
  const onPointerEnter = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return;
    const isWarm = performance.now() - shared.closedAtMs < WARM_FOR_MS;
    if (isOpen || isWarm) open();
    else later(open, OPEN_AFTER_MS);
  };
  const onPointerLeave = () => later(close, isOpen ? CLOSE_AFTER_MS : 0);
  return {
    isOpen,
    /** For the element that it tells about. */
    elementProps: {
      onPointerEnter,
      onPointerLeave,
      onPointerDown: () => {
        close();
        isPressed.current = true;
        document.addEventListener('pointerup', () => (isPressed.current = false), { once: true });
      },
      onClick: close,
      onFocus: () => {
        if (!isPressed.current) open();
      },
      onBlur: close,
    },
    /** For the tooltip: the pointer may rest on it. */
    bubbleProps: { onPointerEnter, onPointerLeave },
  };
}
