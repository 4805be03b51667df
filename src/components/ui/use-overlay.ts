'use client';

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';

export interface OverlayState {
  /** For whoever holds the state; left out, the overlay holds its own. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/**
 * The state of what opens at an element, and its parts, fetched at the first pointer over the element, focus on
 * it or press: pages are ready without what most readers never open. The element itself stays the same one all
 * the time, so that no press on it is lost.
 */
export function useOverlay<Parts>(load: () => Promise<Parts>, state: OverlayState = {}) {
  const [own, setOwn] = useState(false);
  const [parts, setParts] = useState<Parts | null>(null);
  const element = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = state.open ?? own;
  const onOpenChange = (open: boolean) => {
    setOwn(open);
    state.onOpenChange?.(open);
  };

  /** Without a network nothing opens; the next try fetches again. */
  const fetchParts = (onFailure?: () => void) => {
    if (!parts) load().then((loaded) => setParts(() => loaded), onFailure ?? ignore);
  };
  const fetchToOpen = useEffectEvent(() => fetchParts(() => onOpenChange(false)));
  useEffect(() => {
    if (isOpen) fetchToOpen();
  }, [isOpen]);

  const panelId = `${id}-panel`;
  return {
    /** Null until they are there. */
    parts,
    isOpen,
    onOpenChange,
    /** For the element. */
    elementProps: {
      id,
      ref: element,
      'aria-expanded': isOpen,
      'aria-controls': isOpen && parts ? panelId : undefined,
      'data-state': isOpen ? 'open' : 'closed',
      onClick: () => onOpenChange(!isOpen),
      onPointerEnter: () => fetchParts(),
      onFocus: () => fetchParts(),
    },
    /** For the parts. */
    partsProps: { open: isOpen, onOpenChange, element, elementId: id, panelId },
  };
}

/** What parts know of the element they open at. */
export type PartsProps = ReturnType<typeof useOverlay>['partsProps'];

function ignore(): void {
  // Nobody has asked for it yet.
}
