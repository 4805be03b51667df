'use client';

import { useImperativeHandle, type Ref, type RefObject } from 'react';

export interface StandInProps {
  element: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement | null>;
}

/**
 * Stands where a part would render its own trigger, for one that is on the page already: the part's ref gets that
 * element, to place itself beside it and to give the focus back. All else that a trigger does is `useOverlay`'s.
 */
export function StandIn({ element, ref }: StandInProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [
    element,
  ]);
  return null;
}
