'use client';

import {
  useId,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { Slot } from 'radix-ui';
import { Kbd } from './kbd';
import { placeBeside, type Align, type Side } from './place-beside';
import { useTooltip } from './use-tooltip';

const GAP_PX = 6;
const MARGIN_PX = 8;

export interface TooltipProps {
  content: ReactNode;
  shortcut?: string;
  side?: Side;
  align?: Align;
  /** Leave out to let hover and focus decide. */
  open?: boolean;
  /** One element that can take a ref and the pointer's events. */
  children: ReactNode;
}

/** A short text on hover and focus. Never the only place where something is said. */
export function Tooltip({
  content,
  shortcut,
  side = 'bottom',
  align = 'center',
  open,
  children,
}: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const { isOpen, elementProps, bubbleProps } = useTooltip();
  const shown = open ?? isOpen;
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-describedby={shown ? id : undefined}
        {...(open === undefined && elementProps)}
      >
        {children}
      </Slot.Root>
      {shown && (
        <Bubble
          id={id}
          anchor={anchor}
          side={side}
          align={align}
          {...(open === undefined && bubbleProps)}
        >
          <span className="min-w-0 wrap-anywhere">{content}</span>
          {shortcut !== undefined && <Kbd keys={shortcut} />}
        </Bubble>
      )}
    </>
  );
}

interface BubbleProps extends ComponentProps<'div'> {
  anchor: RefObject<HTMLElement | null>;
  side: Side;
  align: Align;
}

/** At the end of the page, so that nothing around the element cuts it off. */
function Bubble({ anchor, side, align, ...rest }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [element, own] = [anchor.current, bubble.current];
    if (!element || !own) return;
    const place = placeBeside(
      element.getBoundingClientRect(),
      { width: own.offsetWidth, height: own.offsetHeight },
      { width: document.documentElement.clientWidth, height: window.innerHeight },
      { side, align, gapPx: GAP_PX, marginPx: MARGIN_PX },
    );
    own.style.left = `${String(Math.round(place.left))}px`;
    own.style.top = `${String(Math.round(place.top))}px`;
  });
  return createPortal(
    <div
      ref={bubble}
      role="tooltip"
      className="fixed top-0 left-0 z-60 flex w-max max-w-[min(40rem,calc(100vw-1rem))] animate-fade-in items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-fg shadow-overlay"
      {...rest}
    />,
    document.body,
  );
}
