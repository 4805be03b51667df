'use client';

import { useState } from 'react';
import { toast } from '@/components/ui/toast';

export interface Late<Code> {
  /** What was fetched; null until the button was pressed. */
  readonly code: Code | null;
  /** Goes on the button that opens what is fetched. */
  readonly opener: {
    readonly onPointerEnter: () => void;
    readonly onFocus: () => void;
    readonly onClick: () => void;
  };
}

/**
 * Fetches what a button opens when somebody points at it or comes to it with the keyboard, so that it is there when it is
 * pressed: for what most visits do not open, and what brings a library along.
 */
export function useLate<Code>(load: () => Promise<Code>): Late<Code> {
  const [code, setCode] = useState<Code | null>(null);
  // Tried again when the button is pressed.
  const prepare = () => void load().catch(() => undefined);
  const show = () => {
    load().then(
      (loaded) => setCode(() => loaded),
      () => toast.error('It could not be loaded. Try again.'),
    );
  };
  return { code, opener: { onPointerEnter: prepare, onFocus: prepare, onClick: show } };
}
